// Retries that are lost, or answer for some of their tests.
import { describe, expect, test } from 'vitest'
import { runAgent } from './gate-harness.ts'
import { brokenConnection, http, run } from './responses.ts'
import { suite, suiteRow, uuidOf } from './suites.ts'

describe('a retry', () => {
  test.each([http(500), brokenConnection])('whose response is lost is run again: %j', async (launch) => {
    const ada = suite({ a: '-+', b: '-', c: '+', d: '+' })
    const lost = (count: number): typeof ada => ({
      ...ada,
      retry: (uuids, nth) => (nth <= count ? { launch } : (ada.retry?.(uuids, nth) ?? {})),
    })
    const shown = async (count: number) => {
      const { result, verdict, launches } = await runAgent(lost(count), { retries: 1 })
      const attempts = result?.run?.tests.map((test) =>
        test.attempts.map(({ status, taskId }) => [status, taskId]),
      )
      return { verdict: verdict.flaky, launches: launches('ada').length, a: attempts?.[0], b: attempts?.[1] }
    }
    const [first, missing] = [
      ['failed', 'run-ada'],
      ['unanswered', null],
    ]
    expect(await shown(1)).toEqual({
      verdict: 1,
      launches: 3,
      a: [first, missing, ['passed', 'run-ada-2']],
      b: [first, missing, ['failed', 'run-ada-2']],
    })
    expect(await shown(9)).toMatchObject({ verdict: 0, launches: 4, a: [first, missing, missing, missing] })
  })

  test('of which a test is missing counts for the others', async () => {
    const row = { results: [suiteRow('a', '+')], test_uuids: ['a', 'b'].map(uuidOf) }
    const retry = () => ({ polls: [run({ status: 'done', total_tests: 1, passed: 1, failed: 0, ...row })] })
    const { result } = await runAgent(suite({ a: '-', b: '-', c: '+', d: '+' }, { retry }), { retries: 2 })
    expect(result?.run?.tests).toMatchObject([
      { status: 'flaky' },
      { status: 'failed', retrySkipped: { kind: 'no-result', reason: { kind: 'tests-not-run' } } },
      { status: 'passed' },
      { status: 'passed' },
    ])
  })
})
