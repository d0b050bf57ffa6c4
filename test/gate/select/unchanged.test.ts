// The input `skip-unchanged`: which copies are the same agents as their originals, and that nothing is sent for these.
import { describe, expect, it, test } from 'vitest'
import type { GatePlan } from '../../../src/gate/model.ts'
import { copyDiffers } from '../../../src/gate/select/copies.ts'
import { type Decision, type ResultsAgent, resultsSchema } from '../../../src/schema.ts'
import { runAgents, type Setting } from '../gate-harness.ts'
import { suite, uuidOf } from '../suites.ts'

type Changes = NonNullable<Decision['changes']>

const own = { system_prompt: 'Be kind.', llm: { model: 'a', temperature: 0.5 } }
const change = (
  what: Changes['tests'][number]['what'],
  agent = 'bot (preview)',
): Changes['tests'][number] => ({
  agent,
  name: 'Refunds',
  serviceName: 'Refunds · 0',
  what,
  before: null,
  file: 'tests.yml',
  commit: 'c0ffee',
  line: 1,
  edits: [],
})
const differsIn = (key: string) => ({ why: 'configuration' as const, keys: [key] })
const known = (...tests: Changes['tests']): Changes => ({ known: 'yes', reason: null, tests })
const unknown: Changes = { known: 'no-pull-request', reason: null, tests: [] }

test.each<[string, Readonly<Record<string, unknown>>, Changes | null, ReturnType<typeof copyDiffers>]>([
  ['the same texts', own, null, null],
  ['another order of keys', { llm: own.llm, system_prompt: own.system_prompt }, null, null],
  ['a line break more at the end', { ...own, system_prompt: 'Be kind. \r\n' }, null, null],
  [
    'a line break more at the start',
    { ...own, system_prompt: '\nBe kind.' },
    null,
    differsIn('system_prompt'),
  ],
  ['a byte order mark', { ...own, system_prompt: '\uFEFFBe kind.' }, null, differsIn('system_prompt')],
  ['another model', { ...own, llm: { model: 'b', temperature: 0.5 } }, null, differsIn('llm')],
  ['a key more', { ...own, default_inputs: {} }, null, differsIn('default_inputs')],
  ['a key less', { llm: own.llm }, null, differsIn('system_prompt')],
  ['no change of its tests', own, known(), null],
  ['a removed test', own, known(change('removed')), null],
  ['a test of another agent', own, known(change('added', 'other')), null],
  ['an added test', own, known(change('added')), { why: 'tests' }],
  ['an edited test', own, known(change('removed'), change('edited')), { why: 'tests' }],
  ['a renamed test', own, known(change('renamed')), { why: 'tests' }],
  ['tests of which nobody knows', own, unknown, { why: 'unknown-tests' }],
])('with %s', (_, config, changes, expected) => {
  expect(copyDiffers({ name: 'bot (preview)' }, { withoutChange: own, config }, changes)).toEqual(expected)
})

test('a copy with tests that the job made is tested', () => {
  const copy = { withoutChange: own, config: own }
  expect(copyDiffers({ name: 'bot (preview)' }, copy, known(), true)).toEqual({ why: 'unknown-tests' })
})

test('a copy behind an address is tested', () => {
  const config = { agent_url: 'https://bot.test' }
  expect(copyDiffers({ name: 'bot (preview)' }, { withoutChange: config, config }, null)).toEqual({
    why: 'address',
  })
})

describe('a job', () => {
  const setting = (prompts: Readonly<Record<string, string>>, more: Setting = {}): Setting => {
    const override = Object.entries(prompts).map(
      ([original, system_prompt]): GatePlan['override'][number] => ({
        ...{ copy: `${original} (preview)`, original },
        patch: { system_prompt },
        keys: [{ key: 'system_prompt', file: 'bot.md', origin: 'change', of: null }],
      }),
    )
    const controls = Object.fromEntries(override.map(({ copy, original }) => [copy, original]))
    return { mode: 'gate-if-worse', controls, override, skipUnchanged: true, ...more }
  }
  const agent = (prompt: string) => {
    const config = { system_prompt: prompt, llm: { model: 'a' }, agent_tests: 'mark of an earlier job' }
    return suite({ a: '+' }, { config })
  }
  const agents = {
    'bot (preview)': agent('of another pull request'),
    bot: agent('Be kind.'),
    'ada (preview)': agent(''),
    ada: agent('Be quick.'),
  }
  const outcomes = ({ agents: all }: { readonly agents: readonly ResultsAgent[] }) =>
    all.map(({ outcome, problem }) => [outcome, problem?.kind ?? null])

  it('without a change reads the agents, launches and writes nothing, and passes', async () => {
    const ran = await runAgents(agents, setting({ bot: 'Be kind.', ada: 'Be quick.' }))
    expect(ran.calls.filter(({ what }) => what !== 'get')).toEqual([])
    expect(outcomes(ran)).toEqual(Array(2).fill(['skipped', 'unchanged']))
    expect(ran).toMatchObject({ verdict: 'passed', totals: { total: 0 }, executedTests: 0, endedEarly: null })
    expect(resultsSchema.shape.agents.safeParse(ran.outcome.agents).success).toBe(true)
  })

  it('tests the copies that differ, and its log says in which keys', async () => {
    const ran = await runAgents(agents, setting({ bot: 'Be kind.', ada: 'Be slow.' }))
    expect(outcomes(ran)).toEqual([
      ['skipped', 'unchanged'],
      ['passed', null],
    ])
    expect(ran.verdict).toBe('passed')
    expect(ran.launches('bot (preview)')).toEqual([])
    const differs = ran.events.flatMap(({ event }) => (event.type === 'copy-differs' ? event : []))
    expect(differs).toMatchObject([
      { agent: { name: 'ada (preview)' }, differs: { why: 'configuration', keys: ['system_prompt'] } },
    ])
  })

  it('is inconclusive if the copy that differs has no result, or an original cannot be read', async () => {
    const { 'ada (preview)': copy, ...others } = agents
    const failing = { ...others, 'ada (preview)': { ...copy, retry: () => ({}) } }
    const ran = await runAgents(
      failing,
      setting({ bot: 'Be kind.', ada: 'Be slow.' }, { timeoutSeconds: 60 }),
    )
    expect(ran.verdict).toBe('inconclusive')
  })

  it('without the input tests every copy', async () => {
    const ran = await runAgents(agents, setting({ bot: 'Be kind.' }, { skipUnchanged: false }))
    expect(ran.launches('bot (preview)')).toEqual([[uuidOf('a')]])
  })
})
