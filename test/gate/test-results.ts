// Tests as the gate knows them, from a name and a status.
import type { TestResult, TestStatus } from '../../src/gate/results.ts'

/** The name is its uuid, too. */
export function testResult(name: string, status: TestStatus = 'passed'): TestResult {
  return {
    id: name,
    uuid: name,
    name,
    status,
    reasoning: null,
    reply: null,
    toolCalls: [],
    evaluators: [],
    latencyMs: null,
    cost: null,
    question: [],
    criteria: [],
    expectedToolCalls: [],
    attempts: [],
    retrySkipped: null,
    baseline: null,
  }
}
