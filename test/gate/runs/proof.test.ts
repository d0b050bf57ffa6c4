// Which rows of a run prove that the agent was asked what the files say, and what is written back.
import { expect, test } from 'vitest'
import type { TestCaseResult, TestUpdate } from '../../../src/client/index.ts'
import { contradictory, type TestOnService } from '../../../src/gate/model.ts'
import { provenRun } from '../../../src/gate/runs/proof.ts'
import { readRun, withDetails } from '../../../src/gate/runs/read-run.ts'
import { EDITED } from '../../../src/gate/runs/test-errors.ts'
import type { Problem, ServiceError } from '../../../src/schema.ts'
import type { TestContent } from '../../../src/test-files/definition.ts'
import { httpError, runUrl, sourceIn } from '../../fixtures/samples.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { http, ok } from '../responses.ts'
import { asked, serviceNameOf, wanted } from '../tests-of-files.ts'

const onService = (name: string, content: TestContent = wanted(name).content) => {
  const source = sourceIn(`${name}.yml`, 1, { serviceName: serviceNameOf(name) })
  return [name, { uuid: name, name, content, source }] satisfies [string, TestOnService]
}
const both = new Map([onService('A'), onService('B')])

interface Found {
  readonly problem?: Problem
  readonly detailsError?: ServiceError
}

/** A run of these tests, as a full read shows it. */
async function prove(
  results: readonly TestCaseResult[],
  { problem, detailsError }: Found = {},
  tests = both,
  refusal: ReturnType<typeof http> | null = null,
) {
  const details = { task_id: 'run', status: 'done', error: false, is_public: false, results: [...results] }
  const read = readRun(details, { durationMs: 0, queuedMs: 0 }, runUrl)
  const { run, definitions } = withDetails(read, details, 'all', true)
  const written: [string, TestUpdate][] = []
  const service = {
    tests: {
      async update(uuid: string, update: TestUpdate) {
        written.push([uuid, update])
        return refusal ?? ok({ uuid, name: uuid, evaluators: [], config: {} })
      },
    },
  }
  const effects = { service, clock: createManualClock(), signal: new AbortController().signal }
  const ended = { run: { ...run, detailsError: detailsError ?? null }, problem: problem ?? null, definitions }
  const proven = await provenRun(ended, tests, { effects, deadline: 0 })
  const shown = proven.run?.tests.map(({ name, outcome, error }) => `${name} ${error?.kind ?? outcome}`)
  return { ...proven, shown: shown?.join(', '), written }
}

const [a, b] = [asked('A', true), asked('B', true)]
const edited = asked('A', true, 'edited')
const stopped = { kind: 'run-ended', how: 'stopped' } as const
const cancelled = { kind: 'run-ended', how: 'cancelled' } as const
const notRun = { kind: 'tests-not-run', notRun: 1, total: 2 } as const
const error = httpError(500, 'No.')
const damaged = [
  { name: null, file: 'A.yml', line: null },
  { name: null, file: 'B.yml', line: null },
]
const pending = { ...a, passed: null }

test.each<[string, readonly TestCaseResult[], Found, string, (Problem | null)?, string[]?]>([
  ['of both tests', [a, b], {}, 'A passed, B passed'],
  ['with a failure', [asked('A', false), b], {}, 'A failed, B passed'],
  [
    'with a failure that does not show its test',
    [{ ...asked('A', false), test_case: null }, b],
    {},
    'A unread, B passed',
  ],
  ['that shows a test twice', [a, a, b], {}, 'A service, B passed'],
  ['with a test that was renamed', [{ ...a, name: 'C' }, b], {}, 'A passed, B passed'],
  [
    'that tells tests apart by name',
    [{ ...a, test_case_id: null, test_uuid: null }, b],
    {},
    'A passed, B passed',
  ],
  [
    'with the test of another',
    [{ ...a, test_case_id: 'C', test_uuid: 'C', name: 'C' }, b],
    {},
    'A edited, B passed',
    null,
    ['A'],
  ],
  ['with an edited test', [edited, b], {}, 'A edited, B passed', null, ['A']],
  ['without a test', [b], { problem: notRun }, 'A edited, B passed', null, ['A']],
  ['without any test', [], { problem: { ...notRun, notRun: 2 } }, 'A edited, B edited', null, ['A', 'B']],
  [
    'that could not be read',
    [edited],
    { detailsError: error },
    'A edited',
    { kind: 'unreadable', error, attempts: 1 },
  ],
  // What is wrong with a run stays so, whatever its rows show, and only a run that ended is written back.
  ['that contradicts itself', [edited, b], { problem: contradictory }, 'A edited, B passed', contradictory],
  ['that stopped', [edited], { problem: stopped }, 'A edited', stopped, ['A']],
  [
    'that stopped, and could not be read',
    [edited],
    { problem: stopped, detailsError: error },
    'A edited',
    stopped,
  ],
  ['that stopped with a result', [pending, b], { problem: stopped }, 'A pending, B passed', stopped],
  ['that stopped without any', [pending], { problem: stopped }, 'A pending', { ...stopped, damaged }],
  ['that was cancelled', [pending], { problem: cancelled }, 'A pending', cancelled],
  ['of which nothing is known', [pending], { problem: contradictory }, 'A pending', contradictory],
])('a run %s', async (_, results, found, shown, problem = null, uuids = []) => {
  const proven = await prove(results, found)
  expect([proven.shown, proven.problem]).toEqual([shown, problem])
  expect(proven.written.map(([uuid]) => uuid)).toEqual(uuids)
  const writtenBack = proven.run?.tests.filter(({ source }) => source?.writtenBack).map(({ uuid }) => uuid)
  expect(writtenBack).toEqual(uuids)
})

test('what is no run proves nothing', async () => {
  const effects = {
    service: { tests: { update: async () => http(500) } },
    clock: createManualClock(),
    signal: AbortSignal.abort(),
  }
  const ended = { run: null, problem: contradictory }
  expect(await provenRun(ended, both, { effects, deadline: 0 })).toEqual(ended)
})

test('what passed tests asked is kept no longer', async () => {
  const { definitions } = await prove([a, asked('B', false)])
  expect([...(definitions?.keys() ?? [])]).toEqual(['B'])
})

test('a test that cannot be written back says why', async () => {
  const { run } = await prove([edited, b], {}, both, http(404, 'Test not found'))
  const message = expect.stringMatching(/could not be written back: .*Test not found/)
  expect(run?.tests[0]?.error).toEqual({ kind: 'test', detail: 'edited on the service', message })
  expect(run?.tests[0]?.source?.writtenBack).toBe(false)
  expect((await prove([edited, b])).run?.tests[0]?.error).toEqual(EDITED)
})

const history = [{ role: 'user', content: 'Hi' }]
const evaluators = [{ evaluator_uuid: 'judge' }]
const tool_calls = [{ tool: 'find', arguments: null }]
test.each<[TestContent, TestUpdate]>([
  [
    { type: 'response', history, evaluators, language: 'de', inputs: { city: 'Bonn' } },
    {
      config: {
        history,
        evaluation: { type: 'response' },
        settings: { language: 'de' },
        inputs: { city: 'Bonn' },
      },
      evaluators,
    },
  ],
  [
    { type: 'general', input: 'Hi', evaluators },
    { config: { input: 'Hi', evaluation: { type: 'general' } }, evaluators },
  ],
  [
    { type: 'tool_call', history, tool_calls },
    { config: { history, evaluation: { type: 'tool_call', tool_calls } } },
  ],
])('%j is written back as a whole', async (content, update) => {
  const { written } = await prove([asked('A', true)], {}, new Map([onService('A', content)]))
  expect(written).toEqual([['A', update]])
})
