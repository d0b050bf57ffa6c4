// What else readers should know about the run of an agent. Sentences continue its name.
import type { ResultsAgent } from '../schema.ts'
import { counted, duration } from '../units.ts'
import { errorText } from './errors.ts'
import { problemWords } from './problems.ts'
import { type Sentence, say } from './sentence.ts'

/** Below this, clocks differ as they always do. */
const CLOCKS_DIFFER_MS = 120_000

function wholeMinutes(ms: number): number {
  return Math.round(ms / 60_000) * 60_000
}

export function agentNotes({ run, baseline, control, override }: ResultsAgent): readonly Sentence[] {
  const missing = run?.detailsError ?? null
  const skewMs = baseline?.clockSkewMs ?? 0
  const discarded = override?.discardedRuns ?? 0
  const failedAtOnce = run?.tests.some(
    ({ status, because }) =>
      status === 'failed' &&
      because.some((each) => each.kind === 'not-run-again' && each.why === 'too-many-failures'),
  )
  return [
    ...(missing === null
      ? []
      : [
          say`has tests whose details could not be read: ${{ kind: 'said', text: errorText(missing) }}; open the run to see them`,
        ]),
    ...(failedAtOnce ? [['had too many failing tests to run them again']] : []),
    ...(baseline?.problem ? [problemWords(baseline.problem).sentence] : []),
    ...staleNote(baseline),
    ...(Math.abs(skewMs) > CLOCKS_DIFFER_MS
      ? [
          [
            `the clock of the service is ${duration(wholeMinutes(Math.abs(skewMs)))} ${skewMs > 0 ? 'ahead of' : 'behind'} the runner's, so earlier runs may be left out as too recent. Correct the clock or the time zone that is wrong`,
          ],
        ]
      : []),
    ...(control?.problem
      ? [
          say`has the control ${{ kind: 'agent', text: control.name }}, which ${problemWords(control.problem).sentence}`,
        ]
      : []),
    ...(discarded > 0
      ? [
          [
            `${counted(discarded, 'run')} did not count, because another job changed the agent at the same time`,
          ],
        ]
      : []),
  ]
}

function staleNote(baseline: ResultsAgent['baseline']): Sentence[] {
  if (baseline?.staleDays == null) return []
  const newest = `was compared with runs of which the newest is ${counted(baseline.staleDays, 'day')} old`
  return baseline.tooRecent > 0
    ? [[`${newest}; ${counted(baseline.tooRecent, 'later run')} may contain the change and were left out`]]
    : [[`${newest}; run its tests regularly, for example every night`]]
}
