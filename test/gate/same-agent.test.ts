// Only answers of the same agent count: one that somebody edits after its first run, a control, or the original of a copy gave none.
import { describe, expect, test } from 'vitest'
import type { Agent } from '../../src/client/index.ts'
import type { Result } from '../../src/gate/service.ts'
import type { ResultsTest } from '../../src/schema.ts'
import { compared, control, first, names } from './controlled.ts'
import { runAgent, runAgents, type Setting } from './gate-harness.ts'
import { http, ok } from './responses.ts'
import { earlierRuns, suite, suiteOf, uuidOf } from './suites.ts'

type Change = NonNullable<Setting['change']>

const found = (tests: readonly ResultsTest[], name: string = first) =>
  tests.find((each) => each.name === name)
const [start, later, before] = ['2026-11-21 00:00:00', '2026-11-21 00:00:01', '2026-11-20 23:59:59']
const edited = (name: string) => ({ why: 'no-result', problem: { kind: 'edited', what: 'agent', name } })
const unread = { kind: 'unreadable', error: { status: 500, reason: null } }

/** @param reads when agents were edited, or why they cannot be read */
const reading =
  (reads: Readonly<Record<string, string | Result<Agent>>>): Change =>
  ({ agents }) => ({
    agents: {
      async get(uuid, options) {
        const read = await agents.get(uuid, options)
        const given = reads[uuid] ?? before
        if (typeof given !== 'string') return given
        return read.ok ? ok({ ...read.value, updated_at: given }) : read
      },
    },
  })
const ran = async (setting: Setting, updatedAt: string | Result<Agent>, signs = '-+') => {
  const agent = suite(suiteOf(names, { [first]: signs }), { history: earlierRuns(10, names) })
  const change = reading({ ada: updatedAt })
  const { verdict, agent: shown, calls } = await runAgent(agent, { retries: 2, ...setting, change })
  const test = found(shown?.run?.tests ?? [])
  return { verdict, test, reads: calls.filter(({ what }) => what === 'get').length }
}
const statuses = (test: ReturnType<typeof found>) => test?.attempts.map(({ status }) => status).join(' ')

test.each([
  ['gate', 'failed', 'changed'],
  ['report', 'failed', 'changed'],
  ['gate-if-worse', 'inconclusive', 'undecided'],
] as const)(
  'an edited agent gave no answer after its first one in mode %s',
  async (mode, verdict, outcome) => {
    for (const updatedAt of [start, later]) {
      const { test, ...shown } = await ran({ mode }, updatedAt)
      expect([shown.verdict, test?.cause, statuses(test)]).toEqual([verdict, outcome, 'failed unanswered'])
      expect(test?.whyNotRunAgain).toMatchObject(edited('ada'))
      expect(test?.attempts[1]).toMatchObject({ reply: null, reasoning: /agent was edited on the service/ })
      expect(test?.reply).toBe(test?.attempts[0]?.reply)
    }
  },
)

test('an agent that was edited before its first launch is no other', async () => {
  const { verdict, test } = await ran({}, before)
  expect([verdict, test?.cause]).toEqual(['passed', 'passed'])
})

test('an edited agent broke nothing for certain', async () => {
  const { verdict, test } = await ran({ mode: 'gate-if-worse' }, later, '-')
  expect([verdict, test?.cause]).toEqual(['inconclusive', 'undecided'])
})

test('an edited agent gave no answer if its first one is none', async () => {
  const { verdict, test } = await ran({}, later, '?+')
  expect([verdict, statuses(test)]).toEqual(['inconclusive', 'unanswered unanswered'])
})

test('an agent that ran again is read once after its last launch', async () => {
  expect((await ran({}, before, '+')).reads).toBe(0)
  expect((await ran({}, before)).reads).toBe(1)
  expect((await ran({}, before, '--+')).reads).toBe(1)
  expect((await ran({ mode: 'gate-if-worse' }, before, '-')).reads).toBe(1)
})

test.each<[string, Result<Agent>, string, string]>([
  ['has no route for it', http(404, 'Not Found'), 'passed', 'failed passed'],
  ['takes no key for it', http(403, 'Not authenticated'), 'passed', 'failed passed'],
  ['answers with an error', http(500), 'failed', 'failed unanswered'],
])('an agent cannot be read where the service %s', async (_, answer, verdict, all) => {
  const { test, ...shown } = await ran({}, answer)
  expect([shown.verdict, statuses(test)]).toEqual([verdict, all])
  if (verdict === 'failed') expect(test?.whyNotRunAgain).toMatchObject({ why: 'no-result', problem: unread })
})

test('an edited agent gave no count again', async () => {
  const failing = Object.fromEntries(names.slice(0, 6).map((name) => [name, '-']))
  const all = suite(suiteOf(names, failing), { history: earlierRuns(10, names) })
  const { verdict, decision } = await runAgent(all, {
    mode: 'gate-if-worse',
    change: reading({ ada: later }),
  })
  expect([verdict, decision.count]).toMatchObject(['inconclusive', { again: null, blocks: false }])
})

describe('an agent that is edited beside a control', () => {
  const job = (signs: string, onControl: string, reads: Parameters<typeof reading>[0]) =>
    compared({ [first]: signs }, control({ [first]: onControl }), { change: reading(reads) })

  test.each([
    ['passes a retry', '-+', '+', 'preview', { preview: later }],
    ['fails where the control passes', '-', '+', 'preview', { preview: later }],
    ['fails where the control fails', '-', '-', 'preview', { preview: later }],
    ['fails where the edited control fails', '-', '-', 'production', { production: later }],
    ['fails where the edited control passes', '-', '+', 'production', { production: start }],
  ])('leaves a test undecided that %s', async (_, signs, onControl, name, reads) => {
    const { status, tests } = await job(signs, onControl, reads)
    expect([status, found(tests)?.cause]).toEqual(['inconclusive', 'undecided'])
    expect(found(tests)?.undecided).toMatchObject(edited(name))
    const given = found(tests)?.control?.attempts ?? []
    expect(given.every((attempt) => attempt.status === 'unanswered')).toBe(true)
  })

  test('leaves a pass of the other agent what it is', async () => {
    const { status, calls } = await job('--+', '+', { production: later })
    expect(status).toBe('passed')
    expect(calls.flatMap(({ agent, what }) => (what === 'get' ? agent : []))).toEqual(['preview'])
  })

  test('says nothing if the control cannot be read', async () => {
    const { status, tests } = await job('-', '-', { production: http(500) })
    expect([status, found(tests)?.undecided]).toMatchObject([
      'inconclusive',
      { why: 'control-silent', problem: unread },
    ])
  })

  test('is found among many, which say nothing together', async () => {
    const failing = Object.fromEntries(names.map((name) => [name, '-']))
    const { status, decision } = await compared(failing, control(), {
      change: reading({ production: later }),
    })
    expect([status, decision.sample?.blocks]).toEqual(['inconclusive', false])
  })
})

describe('the original of a copy', () => {
  const copy = 'bot (preview)'
  const job = (change: Change, mode: Setting['mode'] = 'gate-if-worse') => {
    const config = { system_prompt: 'Help.' }
    const both = { a: '+', b: '-' }
    const agents = {
      [copy]: suite(both, { config }),
      bot: suite(both, { config, tests: ['a', 'b'].map(uuidOf) }),
    }
    const patch = { system_prompt: 'Hurry.' }
    const keys = [{ key: 'system_prompt', file: null, origin: 'change', of: null }] as const
    const override = [{ copy, original: 'bot', patch, keys }]
    const controls = { [copy]: 'bot' }
    return runAgents(agents, {
      mode,
      override,
      change,
      ...(mode === 'gate' ? { names: [copy], retries: 1 } : { controls }),
    })
  }
  /** Its configuration from the second read on. */
  const withPrompt = (system_prompt: string): Change => {
    let reads = 0
    return ({ agents }) => ({
      agents: {
        async get(uuid, options) {
          const read = await agents.get(uuid, options)
          const isLater = uuid === 'bot' && reads++ > 0
          return isLater && read.ok ? ok({ ...read.value, config: { system_prompt } }) : read
        },
      },
    })
  }

  test.each<[string, Change, string]>([
    ['later', reading({ bot: later }), 'inconclusive'],
    ['so that it is not what was copied', withPrompt('Help!'), 'inconclusive'],
    ['back', withPrompt('Help.'), 'passed'],
    ['never', reading({}), 'passed'],
  ])('that is edited %s', async (_, change, verdict) => {
    const ran = await job(change)
    expect(ran.verdict).toBe(verdict)
    const test = found(ran.agents[0]?.run?.tests ?? [], 'b')
    if (verdict === 'passed') expect(test?.cause).toBe('older')
    else expect(test?.undecided).toMatchObject(edited('bot'))
    // The copy before and after each launch, which no other read follows; the original once more.
    expect(ran.calls.filter(({ agent, what }) => agent === 'bot' && what === 'get')).toHaveLength(2)
  })

  test('says nothing of retries without a control', async () => {
    const ran = await job(reading({ bot: later }), 'gate')
    expect(ran.calls.filter(({ agent, what }) => agent === 'bot' && what === 'get')).toHaveLength(1)
  })
})
