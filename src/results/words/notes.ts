// What else readers should know about the run of an agent. Sentences continue its name.
import type { ResultsAgent } from '../schema.ts'
import { counted } from '../units.ts'
import { errorText } from './errors.ts'
import { problemWords } from './problems.ts'
import { type Sentence, say } from './sentence.ts'

export function agentNotes({ run, baseline, control }: ResultsAgent): readonly Sentence[] {
  const missing = run?.detailsError ?? null
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
    control?.problem != null &&
      say`has the control ${{ kind: 'agent', text: control.name }}, which ${problemWords(control.problem).sentence}`,
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
