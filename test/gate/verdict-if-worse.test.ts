import { describe, expect, test } from 'vitest'
import { compareRuns, comparisonOf } from '../../src/gate/comparison.ts'
import type { AbortReason, AgentResult, Comparison, ServiceError } from '../../src/gate/results.ts'
import { verdictOf } from '../../src/gate/verdict.ts'
import { ada, earlierRun, resultOf, type Verdicts } from './histories.ts'

const bob = { uuid: 'bob', name: 'Bob' }
const error: ServiceError = { kind: 'http', message: 'HTTP 404', reason: null, status: 404, code: null }
const timedOut: AgentResult = {
  outcome: 'inconclusive',
  agent: bob,
  run: null,
  reason: { kind: 'timed-out', timeoutSeconds: 60 },
}
const skipped: AgentResult = { outcome: 'skipped', agent: bob, run: null, reason: 'not verified' }

function against(before: Verdicts, now: Verdicts, others: Partial<Comparison> = {}): Comparison {
  const compared = [compareRuns(ada, resultOf(now).run, earlierRun('before', before))]
  return { ...comparisonOf({ compared, withoutHistory: [], unreadable: [] }), ...others }
}

const nothingCompared = (others: Partial<Comparison>) => ({
  ...comparisonOf({ compared: [], withoutHistory: [], unreadable: [] }),
  ...others,
})

const oneOfTwo = { a: true, b: false }
const oneOfThree = { a: true, b: false, c: false }

describe('where runs are compared, the verdict', () => {
  test.each<[string, AgentResult[], Comparison, object]>([
    [
      'is passed where as much passed',
      [resultOf(oneOfTwo)],
      against(oneOfTwo, oneOfTwo),
      { status: 'passed' },
    ],
    [
      'is passed where more passed',
      [resultOf({ a: true })],
      against(oneOfTwo, { a: true }),
      { status: 'passed' },
    ],
    [
      'is passed where as many agents failed as passed, as before',
      [resultOf(oneOfTwo), resultOf({ a: true }, bob)],
      against(oneOfTwo, oneOfTwo),
      { status: 'passed' },
    ],
    [
      'is failed where less passed',
      [resultOf(oneOfThree)],
      against(oneOfTwo, oneOfThree),
      { status: 'failed' },
    ],
    [
      'is inconclusive where as much passed but the run of a failing agent is incomplete',
      [
        {
          ...resultOf(oneOfTwo),
          outcome: 'failed',
          reason: { kind: 'unfinished-tests', withoutVerdict: 1 },
        },
      ],
      against(oneOfTwo, oneOfTwo),
      {
        status: 'inconclusive',
      },
    ],
    [
      'is inconclusive where as much passed but one agent cannot be told',
      [resultOf(oneOfTwo), timedOut],
      against(oneOfTwo, oneOfTwo),
      {
        status: 'inconclusive',
      },
    ],
    [
      'is inconclusive where a history could not be read',
      [resultOf({ a: true })],
      nothingCompared({ unreadable: [{ agent: ada, error }] }),
      { status: 'inconclusive' },
    ],
    [
      'is failed where less passed and a history could not be read',
      [resultOf(oneOfThree), resultOf({ a: true }, bob)],
      against(oneOfTwo, oneOfThree, { unreadable: [{ agent: bob, error }] }),
      {
        status: 'failed',
      },
    ],
    [
      'is passed where there was nothing to compare with, though tests failed',
      [resultOf(oneOfTwo)],
      nothingCompared({ withoutHistory: [ada] }),
      { status: 'passed' },
    ],
    ['is inconclusive where nothing ran', [skipped], nothingCompared({}), { status: 'inconclusive' }],
  ])('%s', (_, results, comparison, verdict) => {
    expect(verdictOf(results, null, comparison)).toMatchObject(verdict)
  })

  test('is inconclusive where the job was stopped', () => {
    const abortReason: AbortReason = { kind: 'signal', signal: 'SIGINT' }
    expect(verdictOf([resultOf(oneOfTwo)], abortReason, against(oneOfTwo, oneOfTwo)).status).toBe(
      'inconclusive',
    )
  })
})
