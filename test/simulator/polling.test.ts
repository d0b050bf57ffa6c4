import { describe, expect, it } from 'vitest'
import { at, column, ended, serving } from './serving.ts'

const fourSeconds = { tests: 4, failing: 1, durationMs: 4000 }

describe('a run on its way', () => {
  it('counts its tests after the first case, gives verdicts one by one, and counts them before it ends', async () => {
    const { launch, poll, advance } = await serving({
      agents: [{ name: 'Support bot', scenario: 'one-fails', parameters: fourSeconds }],
    })
    const taskId = await launch('Support bot')
    const seen: string[] = []
    for (const ms of [0, 700, 700, 700, 700, 1200]) {
      advance(ms)
      const { body } = await poll(taskId)
      const { status, total_tests, passed, failed } = Object(body)
      const verdicts = column(at(body, 'results'), 'passed')
      seen.push(
        `${status}: ${total_tests} tests, ${passed} passed, ${failed} failed: ${JSON.stringify(verdicts)}`,
      )
    }
    expect(seen).toEqual([
      'in_progress: null tests, null passed, null failed: [null,null,null,null]',
      'in_progress: 4 tests, null passed, null failed: [true,null,null,null]',
      'in_progress: 4 tests, null passed, null failed: [true,true,null,null]',
      'in_progress: 4 tests, null passed, null failed: [true,true,true,null]',
      'in_progress: 4 tests, 3 passed, 1 failed: [true,true,true,false]',
      'done: 4 tests, 3 passed, 1 failed: [true,true,true,false]',
    ])
  })
})

describe('a run that has ended', () => {
  it('takes the booleans that the service takes and refuses others', async () => {
    const { poll } = await ended('two-fail', { parameters: { shared: true } })
    const counts = { is_public: true, total_tests: 8, passed: 6, failed: 2 }
    const failed = (await poll('?only_failed=1')).body
    expect(failed).toMatchObject({ ...counts, results: [{ passed: false }, { passed: false }] })
    expect(at((await poll('?only_failed=no')).body, 'results')).toHaveLength(8)
    const { status, body } = await poll('?compact=maybe')
    expect(status).toBe(422)
    expect(at(body, 'detail')).toMatchObject([
      { type: 'bool_parsing', loc: ['query', 'compact'], input: 'maybe' },
    ])
  })
})
