// Many failures at once in jobs with a control.
import { describe, expect, test } from 'vitest'
import { compared, control, controls, first, names } from './controlled.ts'
import { runAgents } from './gate-harness.ts'
import { earlierRuns, suite, suiteOf, testNames } from './suites.ts'

describe('an alarm', () => {
  const history = { history: earlierRuns(10, names) }
  const six = (of: string) => Object.fromEntries(testNames(6).map((name) => [name, of]))

  test('runs a sample on both at once, and blocks if only the candidate fails', async () => {
    const { status, comparison, launches } = await compared(six('-'), control({}, history))
    expect(status).toBe('failed')
    expect(comparison?.control?.alarm).toEqual({
      failed: 6,
      runAgain: 6,
      failedOnControl: 0,
      onlyCandidate: 6,
      onlyControl: 0,
      blocks: true,
    })
    expect([launches('preview').length, launches('production').length]).toEqual([2, 1])
    expect(comparison?.failureCount).toMatchObject({ tests: 20, failed: 6, blocks: false })
  })

  test('is not confirmed by attempts without an answer, nor by a few that only the candidate fails', async () => {
    const onCandidate = { ...six('-'), 'test 1': '-?', 'test 2': '-+' }
    const onControl = control({ 'test 2': '-', 'test 3': '?', 'test 4': '-', 'test 5': '-' }, history)
    const { comparison } = await compared(onCandidate, onControl)
    expect(comparison?.control?.alarm).toMatchObject({
      ...{ failed: 6, runAgain: 4, failedOnControl: 3 },
      ...{ onlyCandidate: 4, onlyControl: 1, blocks: false },
    })
  })

  test('that was not confirmed stays so', async () => {
    const { comparison } = await compared(six('-'), control(six('-+'), history))
    expect(comparison?.control?.alarm).toMatchObject({ failedOnControl: 6, blocks: false })
  })

  test.each([
    ['accepted', '-', 15, 0],
    ['without an answer', '?', 15, 0],
    ['like the others', '-', 20, 10],
  ])(
    'has a sample of at most 20 failing tests; of 30, half are %s',
    async (what, sign, inSample, notRunAgain) => {
      const many = testNames(60)
      const failing = many.slice(0, 30)
      const others = failing.filter((_, index) => index % 2 === 0)
      const signs = failing.map((name) => [name, others.includes(name) ? sign : '-'])
      const agents = {
        preview: suite(suiteOf(many, Object.fromEntries(signs))),
        production: suite(suiteOf(many, {})),
      }
      const lines = others.map((test) => ({ agent: 'preview', test, until: '2026-12-03', expired: false }))
      const accept = what === 'accepted' ? lines : []
      const ran = await runAgents(agents, { mode: 'gate-if-worse', controls, accept })
      expect(ran.comparison?.control?.alarm).toMatchObject({ runAgain: inSample, blocks: true })
      expect(ran.launches('production').map((each) => each?.length)).toEqual([inSample])
      const skipped = ran.results[0]?.run?.tests.filter(({ retrySkipped }) => retrySkipped !== null)
      expect(skipped?.length).toBe(notRunAgain)
    },
  )

  test('is not confirmed if both fail, and blocks nothing', async () => {
    const { status, comparison, shown } = await compared(six('-'), control(six('-'), history))
    expect(status).toBe('passed')
    expect(comparison?.control?.alarm).toMatchObject({ failedOnControl: 6, onlyCandidate: 0, blocks: false })
    expect(shown).toEqual(testNames(6).map((name) => `${name} failed known-failure --- --`))
  })

  test('rings without a history from five failing tests on', async () => {
    const five = Object.fromEntries(testNames(5).map((name) => [name, '-']))
    const rings = await compared(five)
    expect(rings.comparison?.control?.alarm).toMatchObject({ failed: 5, onlyCandidate: 10, blocks: true })
    const { [first]: _, ...four } = five
    expect((await compared(four)).comparison?.control?.alarm).toBeNull()
  })
})
