import { expect, test } from 'vitest'
import { isRefused, observed, serviceError } from '../../src/gate/service.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { brokenConnection, http, invalid, refusedConnection, timedOut } from './responses.ts'
import { createTestService } from './test-service.ts'

test.each([
  [http(503, 'overloaded'), { kind: 'http', reason: 'overloaded', status: 503, code: null }, false],
  [http(500, 'see https://app.test/x?key=SECRET'), { reason: 'see https://app.test' }, false],
  [invalid, { kind: 'validation', reason: 'path.task_id: not a UUID', status: 422, code: null }, false],
  [brokenConnection, { kind: 'network', reason: null, status: null, code: 'ECONNRESET' }, false],
  [refusedConnection, { kind: 'network', reason: null, status: null, code: 'ECONNREFUSED' }, true],
  [timedOut, { kind: 'timeout', reason: null, status: null, code: null }, false],
])('of an error, the report has what it says: %#', (result, expected, isRefusal) => {
  expect(result.ok || serviceError(result.error)).toMatchObject(expected)
  expect(result.ok || isRefused(result.error)).toBe(isRefusal)
})

test('what any request gives is seen, but for those before the first launch', async () => {
  const refuse = async () => http(401)
  const refusing = <Group extends object>(group: Group): Group =>
    Object.fromEntries(Object.keys(group).map((name) => [name, refuse])) as Group
  const { agents, evaluators, runs, tests, ...rest } = createTestService({}, createManualClock())
  const groups = { agents: refusing(agents), evaluators: refusing(evaluators), runs: refusing(runs) }
  const seen: unknown[] = []
  const service = observed({ ...rest, ...groups, tests: refusing(tests) }, (result) => seen.push(result))
  const unseen = []
  for (const name of ['agents', 'evaluators', 'runs', 'tests'] as const)
    for (const [method, call] of Object.entries(service[name])) {
      const before = seen.length
      expect(await call()).toMatchObject({ ok: false })
      if (seen.length === before) unseen.push(`${name}.${method}`)
    }
  expect(unseen.sort()).toEqual([
    'agents.list',
    'agents.resolve',
    'evaluators.list',
    'tests.createMany',
    'tests.list',
  ])
  expect(seen).not.toEqual([])
})
