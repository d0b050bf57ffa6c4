// Jobs whose tests are of files: their plan, a service that makes them, and runs whose rows show what was asked.

import type { TestsPlan, WantedTest } from '../../src/change/plan.ts'
import type { TestCaseResult } from '../../src/client/index.ts'
import type { TestSource } from '../../src/schema.ts'
import { done, errorRow, ok, row } from './responses.ts'
import type { AgentResponses, ServiceChange } from './test-service.ts'

export const serviceNameOf = (name: string) => `${name} · 1234567812345678`

/** Rows show as input what was asked. */
export const wanted = (name: string, change: TestSource['change'] = null, line = 1): WantedTest => ({
  name,
  serviceName: serviceNameOf(name),
  content: { type: 'general', input: name, evaluators: [{ evaluator_uuid: 'judge' }] },
  source: { file: 'tests.yml', line, change, committed: true, commit: null },
})

export const planOf = (agent: string, tests: readonly WantedTest[]): TestsPlan => ({
  agentNames: [agent],
  changes: { known: 'yes', reason: null, tests: [] },
  isHidden: false,
  withMadeTests: [],
  wantedTests: () => new Map([[agent, tests]]),
})

/** A service that makes these tests. */
export const making = (uuids: readonly string[]): ServiceChange => ({
  evaluators: { list: async () => ok({ items: [] }) },
  tests: {
    list: async () => ok({ items: [], total: 0, at: 0 }),
    createMany: async () => ok({ uuids: [...uuids], count: uuids.length }),
    update: async (uuid, { config }) => ok({ uuid, name: uuid, evaluators: [], config: { ...config } }),
  },
})

export const asked = (uuid: string, passed: boolean, input = uuid): TestCaseResult =>
  row(serviceNameOf(uuid), passed, {
    test_case_id: uuid,
    test_uuid: uuid,
    test_case: { input, evaluation: { type: 'general', criteria: [{ name: 'Judge' }] } },
    judge_results: [{ evaluator_uuid: 'judge', match: passed }],
  })

const ERRORS: Readonly<Record<string, string>> = {
  d: "'scale_min'",
  '?': 'The judge could not be reached: HTTP 503',
}

/**
 * What a run of a test shows: `+` it passes, `-` it fails; `e` it passes, and shows another test, `m` it has no row, `s` it passes, and the
 * row does not show what was asked, `d` it has an error of its own, `?` one of its judge.
 */
function rowsOf(uuid: string, sign: string): TestCaseResult[] {
  if (sign === 'm') return []
  const shown = asked(uuid, sign !== '-', sign === 'e' ? 'edited' : uuid)
  if (sign === 's') return [{ ...shown, test_case: null }]
  const error = ERRORS[sign]
  return [error === undefined ? shown : { ...errorRow(error), ...shown, passed: false, judge_results: null }]
}

export const answers = (signOf: (uuid: string, nth: number) => string) =>
  ((uuids, nth) => {
    const results = uuids.flatMap((uuid) => rowsOf(uuid, signOf(uuid, nth)))
    const failed = results.filter(({ passed }) => passed === false).length
    return { polls: [done(results.length - failed, failed, { results, test_uuids: [...uuids] })] }
  }) satisfies AgentResponses['retry']
