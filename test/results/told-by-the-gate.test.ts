// What the first lines say of jobs as the gate's own rules judge them: a row for each kind of job that was told wrongly before.
import { expect, it } from 'vitest'
import { overviewOf, testList } from '../../src/results/overview.ts'
import { storyText } from '../../src/results/story.ts'
import { resultsOf } from '../fixtures/samples.ts'
import { compared, control } from '../gate/controlled.ts'
import { type GateRun, runAgents, type Setting } from '../gate/gate-harness.ts'
import { http, row, run } from '../gate/responses.ts'
import { earlierRuns, type Suite, suite, suiteOf, suiteRow, testNames } from '../gate/suites.ts'
import type { AgentResponses } from '../gate/test-service.ts'

/** 24 tests, with ten earlier runs. */
const names = testNames(24)
const bot = (tests: Suite, before: Suite = {}, more: Partial<AgentResponses> = {}) =>
  suite(suiteOf(names, tests), { history: earlierRuns(10, names, before), ...more })
const some = (count: number, signs: string) =>
  Object.fromEntries(names.slice(0, count).map((name) => [name, signs]))
const four = ['test 1', 'test 2', 'test 3', 'test 4'].map((name) => suiteRow(name, '+'))
const stopped = run({ status: 'failed', error: true, total_tests: 8, passed: 4, failed: 0, results: four })
const rows = ['A', 'B'].map((name) => row(name, null))
const late = run({ status: 'queued', total_tests: 2, passed: 0, failed: 0, results: rows })
const down = { launch: http(503, 'Overloaded') }
const unanswered = control({ 'test 1': 'e' })

const config = { system_prompt: 'Help.' }
const keys = [{ key: 'system_prompt', file: 'prompts/bot.md' }]

type Job = readonly [
  what: string,
  mode: NonNullable<Setting['mode']>,
  agents: Readonly<Record<string, AgentResponses>> | (() => Promise<Pick<GateRun, 'outcome'>>),
  setting: Setting,
]

const jobs: readonly Job[] = [
  ['a run that failed', 'gate', { Fails: { polls: [stopped] }, Bot: bot({}) }, {}],
  [
    'runs that ended early, in two ways',
    'gate',
    { Fails: { polls: [stopped] }, Cancelled: { polls: [run({ status: 'cancelled', total_tests: 8 })] } },
    {},
  ],
  ['an outage of a third of the requests', 'gate', { Bot: bot(some(6, 'e+')) }, {}],
  [
    'the same beside a test that broke',
    'gate-if-worse',
    { Bot: bot({ ...some(6, 'e+'), 'test 9': '-' }) },
    {},
  ],
  ['a test that fails since the last night', 'gate-if-worse', { Bot: bot(some(1, '-'), some(1, '-')) }, {}],
  ['a test that fails since two nights', 'gate-if-worse', { Bot: bot(some(1, '-'), some(1, '--')) }, {}],
  ['a bad day', 'gate-if-worse', { Bot: bot(some(18, '-')) }, {}],
  ['more tests than may run', 'gate', { Bot: bot({}), Other: bot({}) }, { maxTests: 30 }],
  ['tests of two agents', 'gate', { Bot: bot(some(2, '-')), Other: bot(some(1, '-')) }, {}],
  ['a control that answers HTTP 503', 'gate-if-worse', () => compared({ 'test 1': '-' }, unanswered), {}],
  [
    'a control that cannot be started',
    'gate-if-worse',
    () => compared({ 'test 1': '-' }, control({}, { retry: () => down })),
    {},
  ],
  [
    'an agent of another workspace',
    'gate',
    { Bot: bot({}), Other: { launch: http(403, 'This resource belongs to a different workspace') } },
    {},
  ],
  ['queued runs', 'gate', { Bot: bot({}), Late: { polls: [late] } }, { timeoutSeconds: 60 }],
  [
    'a copy without a control',
    'gate',
    { copy: bot(some(1, '-'), {}, { config }), Bot: bot({}, {}, { config }) },
    { names: ['copy'], override: [{ copy: 'copy', original: 'Bot', patch: { system_prompt: 'Hi' }, keys }] },
  ],
  ['an excused failure', 'gate-if-worse', { Bot: bot(some(1, '-'), some(1, '----------')) }, {}],
  ['a report', 'report', { Bot: bot(some(1, '-')) }, { retries: 2 }],
  ['causes that differ', 'gate', { Bot: bot({ ...some(3, '-') }, some(2, '----------')) }, { retries: 2 }],
  [
    'a job that does not know when its pull request was opened',
    'gate-if-worse',
    { Bot: bot(some(1, '-')) },
    { cutOff: null },
  ],
  [
    'all of 300 tests',
    'gate',
    { Bot: suite(Object.fromEntries(testNames(300).map((name) => [name, '-']))) },
    {},
  ],
]

it('the first lines of jobs that the gate judged', async () => {
  const told = []
  for (const [what, mode, agents, setting] of jobs) {
    const ran = typeof agents === 'function' ? await agents() : await runAgents(agents, { mode, ...setting })
    const { story, cases } = overviewOf(resultsOf(ran.outcome, { mode }))
    const queued = testList(cases).flatMap(({ title }) => (title.includes('queued') ? `Below: ${title}` : []))
    told.push([`== ${what}`, ...storyText(story), ...queued].join('\n'))
  }
  await expect(`${told.join('\n\n')}\n`).toMatchFileSnapshot('snapshots/told-by-the-gate.txt')
})
