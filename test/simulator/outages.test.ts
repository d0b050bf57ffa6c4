import { describe, expect, it } from 'vitest'
import { readAgentLine } from '../../simulator/src/agent-line.ts'
import type { EarlierRun } from '../../simulator/src/index.ts'
import { at, listAt, serving, textAt } from './serving.ts'

const REFUND = 'Refund inside 30 days'

async function agentWith(parameters: string, history?: readonly EarlierRun[]) {
  const agent = readAgentLine(`Support bot: ${parameters}`)
  const described = history === undefined ? agent : { ...agent, history }
  const service = await serving({ agents: [described], serverVersion: 'current' })
  const run = (body?: unknown) => service.run('Support bot', body)
  const earlier = async () => listAt(await service.historyOf('Support bot'), 'items')
  return { ...service, run, earlier }
}

const failed = (run: unknown) => at(run, 'failed')

describe('an outage', () => {
  it.each([
    ['agent-down=1-2', [8, 8, 0, 0]],
    ['agent-down=2', [0, 8, 0, 0]],
    ['judge-down=3-', [0, 0, 8, 8]],
    ['agent-down=0s-90s', [8, 8, 0, 0]],
    ['model-key-rejected=90s-', [0, 0, 8, 8]],
    [`agent-down="${REFUND}"@2-3`, [0, 1, 1, 0]],
  ])('hits the runs that %s says', async (parameters, counts) => {
    const { run } = await agentWith(`all-pass ${parameters}`)
    expect([await run(), await run(), await run(), await run()].map(failed)).toEqual(counts)
  })

  it('is counted for each test, so that a retry of one test is its next run', async () => {
    const { run } = await agentWith('all-pass agent-down=1')
    const [uuid] = listAt(await run(), 'test_uuids')
    expect(await run({ test_uuids: [uuid] })).toMatchObject({ status: 'done', passed: 1 })
  })
})

describe('an outage in the past', () => {
  it('is a failure in the history, and error rows in a full read', async () => {
    const { earlier, poll } = await agentWith(`all-pass history=4 agent-down="${REFUND}"@3-4`)
    const runs = await earlier()
    expect(runs.map(failed)).toEqual([1, 1, 0, 0])
    expect(at(runs, 0, 'results', 0)).toEqual({ name: REFUND, passed: false })
    const { body } = await poll(textAt(runs, 0, 'uuid'), '?only_failed=true')
    expect(at(body, 'results')).toMatchObject([
      { name: REFUND, reasoning: expect.stringMatching(/^Agent returned HTTP 503/), judge_results: null },
    ])
  })
})
