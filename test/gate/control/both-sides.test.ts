// Copies that are tested with the change and, where the base is ahead of the service, without it, too; and copies of which the change changes
// nothing.
import { describe, expect, it } from 'vitest'
import type { GatePlan } from '../../../src/gate/model.ts'
import { startsWithControl } from '../../../src/gate/sample.ts'
import { runAgents, type Setting } from '../gate-harness.ts'
import { ended, suite, uuidOf } from '../suites.ts'
import type { AgentResponses } from '../test-service.ts'

const COPY = 'bot (preview)'
type Key = GatePlan['override'][number]['keys'][number]

/** Tests pass that the prompt names. */
function bot(tests: readonly string[], published: string): Record<string, AgentResponses> {
  const config = { system_prompt: published }
  const all = Object.fromEntries(tests.map((name) => [name, '+']))
  const copy: AgentResponses = {
    ...suite(all, { config }),
    retry: (testUuids, _, given) => {
      const words = String(given?.['system_prompt']).split(' ')
      const due = tests.filter((name) => testUuids.includes(uuidOf(name)))
      return { polls: [ended(due.map((name) => [name, words.includes(name) ? '+' : '-']))] }
    },
  }
  return { [COPY]: copy, bot: suite(all, { config }) }
}

const planned = (
  prompt: string,
  base: string,
  origin: Key['origin'] = 'change',
): GatePlan['override'][number] => ({
  ...{ copy: COPY, original: 'bot', patch: { system_prompt: prompt } },
  keys: [{ key: 'system_prompt', file: 'bot.md', origin, of: null }],
  base: { branch: 'main', patch: { system_prompt: base }, isNewest: true, problem: null },
})
const setting = (override: GatePlan['override'], more: Setting = {}): Setting => ({
  ...{ mode: 'gate-if-worse', controls: { [COPY]: 'bot' }, override, ...more },
})
type Ran = Awaited<ReturnType<typeof runAgents>>
const causes = ({ agents }: Ran) =>
  agents.flatMap(({ run }) =>
    (run?.tests ?? []).flatMap(({ name, cause }) => (cause === 'passed' ? [] : [[name, cause]])),
  )
const prompts = ({ calls }: Ran) => calls.flatMap(({ config }) => config?.['system_prompt'] ?? [])

describe('where the base is ahead of the service', () => {
  const agents = bot(['a', 'b', 'c'], 'a b c')

  it('each launch follows the write of its own side, and nothing runs on the original', async () => {
    const ran = await runAgents(agents, setting([planned('c', 'b c')]))
    expect(causes(ran)).toEqual([
      ['a', 'older'],
      ['b', 'yours'],
    ])
    expect(ran.launches('bot')).toEqual([])
    expect(ran.calls.filter(({ agent }) => agent === 'bot').map(({ what }) => what)).toEqual(['get', 'tests'])
    const written = prompts(ran)
    expect(written).toHaveLength(ran.launches(COPY).length)
    expect(written.filter((prompt) => prompt === 'b c')).toHaveLength(4)
    expect(ran.agents[0]).toMatchObject({
      control: { uuid: COPY, name: `${COPY} without the change` },
      executedTests: 15,
    })
    const names = ran.events.flatMap(({ event }) => (event.type === 'launched' ? event.agent.name : []))
    expect(names.filter((name) => name === `${COPY} without the change`)).toHaveLength(4)
  })

  it('if it is not, the original is launched before or after the copy as a coin says', async () => {
    const ran = await runAgents(agents, setting([planned('c', 'a b c')]))
    const launched = ran.calls.flatMap(({ what, agent }) => (what === 'launch' ? agent : []))
    const { taskId = '' } = ran.agents[0]?.run ?? {}
    const pairs = [3, 4, 5].map((round) =>
      startsWithControl(taskId, round, COPY) ? ['bot', COPY] : [COPY, 'bot'],
    )
    expect(launched).toEqual([COPY, COPY, ...pairs.flat()])
    expect(pairs).toContainEqual(['bot', COPY])
  })

  it('a limit of tests ends the round of both sides, and blames nobody', async () => {
    const ran = await runAgents(agents, setting([planned('c', 'b c')], { maxTests: 7 }))
    expect(causes(ran)).toEqual([
      ['a', 'undecided'],
      ['b', 'undecided'],
    ])
    expect(ran.agents[0]?.executedTests).toBeLessThanOrEqual(7)
  })

  it('a cancelled job launches no side that waits', async () => {
    const ran = await runAgents(agents, setting([planned('c', 'b c')], { cancelledAt: 7 }))
    expect(ran.verdict).not.toBe('passed')
    const launched = ran.calls.filter(({ what }) => what === 'launch')
    expect(launched.every(({ atMs }) => atMs <= 7000)).toBe(true)
  })

  it('a run that another job reached counts for the cost, and for nothing else', async () => {
    let reads = 0
    const ran = await runAgents(
      agents,
      setting([planned('c', 'b c')], {
        change: (service) => ({
          agents: {
            // The second read of a launch, which shows another job's write.
            get: async (agent, options) => {
              const read = await service.agents.get(agent, options)
              reads += agent === COPY ? 1 : 0
              return read.ok && reads === 3
                ? { ...read, value: { ...read.value, config: { agent_tests: 'other' } } }
                : read
            },
          },
        }),
      }),
    )
    expect(causes(ran)).toEqual([
      ['a', 'older'],
      ['b', 'yours'],
    ])
    expect(ran.agents[0]?.executedTests).toBe(18)
  })
})

describe('a copy of which the change changes nothing', () => {
  const names = ['a', 'b', 'c', 'd']
  const unchanged = planned('d', 'd', 'base')

  it.each(['d', 'a b c d'])('runs once, whatever fails, beside "%s" on the service', async (published) => {
    const ran = await runAgents(bot(names, published), setting([unchanged]))
    expect(causes(ran)).toEqual(['a', 'b', 'c'].map((name) => [name, 'older']))
    expect(ran).toMatchObject({ verdict: 'passed', decision: { sample: null }, executedTests: 4 })
  })

  it('runs tests once more that had no answer', async () => {
    const agents = bot(names, 'd')
    const first = {
      polls: [
        ended([
          ['a', '?'],
          ['d', '+'],
        ]),
      ],
    }
    const [copy] = [agents[COPY]]
    const retry: AgentResponses['retry'] = (uuids, nth, config) =>
      nth === 0 ? first : (copy?.retry?.(uuids, nth, config) ?? first)
    const two = { ...suite({ a: '+', d: '+' }, { config: { system_prompt: 'd' } }) }
    const ran = await runAgents({ bot: two, [COPY]: { ...two, retry } }, setting([unchanged]))
    expect(causes(ran)).toEqual([['a', 'older']])
    expect(ran.executedTests).toBe(3)
  })

  it('with skip-unchanged does not run, whatever the service has', async () => {
    const ran = await runAgents(bot(names, 'other'), setting([unchanged], { skipUnchanged: true }))
    expect(ran.calls.map(({ what }) => what).filter((what) => what !== 'get')).toEqual([])
    expect(ran).toMatchObject({ verdict: 'passed', executedTests: 0 })
  })
})

it('where GitHub did not say what the base has, what fails is undecided, and nothing runs on the original', async () => {
  const [plan] = [planned('c', '')]
  const base = { branch: 'main', patch: {}, isNewest: false, problem: 'It could not be read.' }
  const ran = await runAgents(bot(['a', 'c'], 'a c'), setting([{ ...plan, base }]))
  expect(causes(ran)).toEqual([['a', 'undecided']])
  expect(ran.launches('bot')).toEqual([])
  expect(ran.verdict).toBe('inconclusive')
  expect(ran.agents[0]?.run?.tests[0]?.undecided).toMatchObject({ problem: { kind: 'base-unknown' } })
})
