// A key that is revoked must not pass for ever where inconclusive results are let pass.
import { expect, it } from 'vitest'
import { exitCodeOf } from '../../src/cli/exit.ts'
import type { EarlyEnd } from '../../src/gate/model.ts'
import { outcome, resultsOf, skipped } from '../fixtures/samples.ts'

const key: EarlyEnd = { kind: 'key', status: 401, reason: null, withheld: false }
const launched = skipped('A', 'not ready')

it.each([
  ['a key refused before anything was launched', key, [], 'gate', 2],
  ['a key refused after a launch', key, [launched], 'gate', 3],
  ['a workspace that may get agents', { kind: 'no-agents' }, [], 'gate-if-worse', 3],
  ['a refused key in mode report', key, [], 'report', 0],
] as const)('the exit code of %s', (_, endedEarly, agents, mode, code) => {
  expect(exitCodeOf(resultsOf(outcome(agents, 1, { endedEarly }), { mode }))).toBe(code)
})
