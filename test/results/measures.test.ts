import { expect, it } from 'vitest'
import { firstRuns } from '../../src/results/measures.ts'
import { testResult } from '../fixtures/test-results.ts'

it.each([
  [3, null],
  [5, { total: 9, passed: 4, failed: 1 }],
])(
  'a run that executed tests without a verdict executed %s of them with the counts %j',
  (executed, counts) => {
    const tests = (['failed', 'passed', 'unanswered', 'pending', 'not-run'] as const).map((status) =>
      testResult(status, status),
    )
    expect(firstRuns({ counts, tests })).toBe(executed)
  },
)
