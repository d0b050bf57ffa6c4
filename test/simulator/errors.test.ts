// What a row says of an error of the agent, its model, a judge or the test itself.
import { expect, it } from 'vitest'
import { ended, textAt } from './serving.ts'

it.each([
  ['agent-unreachable', /^Could not connect to agent at https:\/\/.+token=/],
  ['agent-timeout', /^Agent request timed out \(60s\): https:\/\/.+token=/],
  ['agent-crash', /^Unexpected error calling agent at https:\/\/.+token=/],
  ['agent-not-json', /^Agent response is not valid JSON/],
  ['agent-odd-json', /^'int' object has no attribute/],
  ['model-silent', /^LLM inference failed - no response or tool calls returned\.$/],
  ['judge-unreachable', /^Connection error\.$/],
  ['judge-timeout', /^Request timed out\.$/],
  ['judge-silent', /^Unable to generate a response/],
  ['odd-parameter', /^Tool-call parameter '\w+': /],
  ['no-history', /^'history'$/],
] as const)('%s has a reason of its own', async (kind, reason) => {
  const outages = [{ kind, test: 'Refund inside 30 days' }]
  const { whole: first } = await ended('all-pass', { outages })
  expect(first).toMatchObject({ status: 'done', passed: 7, failed: 1 })
  expect(textAt(first, 'results', 0, 'reasoning')).toMatch(reason)
})
