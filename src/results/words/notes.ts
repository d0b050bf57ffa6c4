// What else readers should know about the run of an agent. Sentences continue its name.
import type { ResultsAgent } from '../schema.ts'
import { counted, duration } from '../units.ts'
import { errorText } from './errors.ts'
import { problemWords } from './problems.ts'
import { type Sentence, say } from './sentence.ts'

/** Below this, clocks differ as they always do. */
const CLOCKS_DIFFER_MS = 120_000

export function agentNotes({ run, baseline, control, override }: ResultsAgent): readonly Sentence[] {
  const missing = run?.detailsError ?? null
  const discarded = override?.discardedRuns ?? 0
  const failedAtOnce = run?.tests.some(
    ({ status, because }) =>
      status === 'failed' &&
      because.some((each) => each.kind === 'not-run-again' && each.why === 'too-many-failures'),
  )
  const notes = [
    missing !== null &&
      say`has tests whose details could not be read: ${{ kind: 'said', text: errorText(missing) }}; open the run to see them`,
    failedAtOnce === true && ['had too many failing tests to run them again'],
    baseline !== null && baseline.problem !== null && problemWords(baseline.problem).sentence,
    baseline !== null && staleNote(baseline),
    baseline !== null && clockNote(baseline),
    control?.problem != null &&
      say`has the control ${{ kind: 'agent', text: control.name }}, which ${problemWords(control.problem).sentence}`,
    discarded > 0 &&
      say`had ${counted(discarded, 'run')} that did not count, because another job changed the agent at the same time`,
  ]
  return notes.filter((note) => note !== false)
}

type Baseline = NonNullable<ResultsAgent['baseline']>

function staleNote({ staleDays, tooRecent }: Baseline): Sentence | false {
  if (staleDays === null) return false
  const why =
    tooRecent > 0
      ? `${counted(tooRecent, 'later run')} may contain the change and were left out`
      : 'run its tests regularly, for example every night'
  return say`was compared with runs of which the newest is ${counted(staleDays, 'day')} old; ${why}`
}

function clockNote({ clockSkewMs }: Baseline): Sentence | false {
  const apart = Math.abs(clockSkewMs)
  if (apart <= CLOCKS_DIFFER_MS) return false
  const minutes = duration(Math.round(apart / 60_000) * 60_000)
  return say`was run by a service whose clock is ${minutes} ${clockSkewMs > 0 ? 'ahead of' : 'behind'} the runner's, so earlier runs may be left out as too recent. Correct the clock or the time zone that is wrong`
}
