// A key that is revoked must not pass for ever where inconclusive results are let pass.
import { expect, it } from 'vitest'
import { exitCodeOf } from '../../src/cli/exit.ts'
import type { AbortReason, AgentResult } from '../../src/gate/model.ts'

const key: AbortReason = { kind: 'key', status: 401, reason: null }
const launched: AgentResult = {
  outcome: 'skipped',
  agent: { uuid: 'a', name: 'A' },
  run: null,
  reason: 'not ready',
}

it.each([
  ['a key refused before anything was launched', key, [], 'gate', 2],
  ['a key refused after a launch', key, [launched], 'gate', 3],
  ['a workspace that may get agents', { kind: 'no-agents' }, [], 'gate-if-worse', 3],
  ['a refused key in mode report', key, [], 'report', 0],
] as const)('the exit code of %s', (_, abortReason, results, mode, code) => {
  expect(exitCodeOf({ verdict: 'inconclusive' }, mode, { abortReason, results })).toBe(code)
})
