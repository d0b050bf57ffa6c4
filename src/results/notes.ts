// What else readers should know about the job, about the run of an agent, and what it was compared with. Notes on an agent
// continue its name.
import type { Results, ResultsAgent } from '../schema.ts'
import { count, counted, dayOf, firstFew, wordFor } from './format.ts'
import { errorText, notComparedText, problemWords } from './problems.ts'
import { joined, quotedTest, type Sentence, say } from './sentence.ts'

export function leftOutNote({ conversationsLeftOut }: Results): string | null {
  return conversationsLeftOut
    ? 'Some tests are shown without their conversations, because those of this job have more than 30 million characters. Open the runs to read them.'
    : null
}

export function agentNotes({ run, baseline, control }: ResultsAgent): readonly Sentence[] {
  const missing = run?.detailsError ?? null
  const failedAtOnce = run?.tests.some(
    (test) => test.failed && test.attempts.length === 0 && test.whyNotRunAgain?.why === 'too-many-failures',
  )
  const writtenBack = run?.tests.filter(({ source }) => source?.writtenBack).length ?? 0
  const notes = [
    writtenBack > 0 &&
      ([
        `has ${counted(writtenBack, 'test')} that differed on the service and ${wordFor(writtenBack, 'was', 'were')} written back from the files`,
      ] as const),
    missing !== null &&
      say`has tests whose details could not be read: ${{ kind: 'said', text: errorText(missing) }}; open the run to see them`,
    failedAtOnce === true && ['had too many failing tests to run each of them again'],
    baseline !== null && baseline.problem !== null && problemWords(baseline.problem).sentence,
    baseline !== null && goneNote(baseline),
    baseline !== null && staleNote(baseline),
    control?.problem != null &&
      say`is compared with ${{ kind: 'agent', text: control.name }}, which ${problemWords(control.problem).sentence}`,
  ]
  return notes.filter((note) => note !== false)
}

const GONE_NAMED = 20

/** Tests vanish on the service without anybody who sees it. */
function goneNote({ gone, runs, otherRuns }: NonNullable<ResultsAgent['baseline']>): Sentence | false {
  if (gone !== null) {
    const names = firstFew(gone.tests, GONE_NAMED, quotedTest)
    const them = wordFor(gone.tests.length, 'it', 'them')
    return say`ran without ${gone.tests.length} of the ${counted(gone.total, 'test')} of its last run (${dayOf(gone.createdAt)}): ${joined(names)}. If nobody removed ${them} on purpose, link ${them} again`
  }
  if (runs.length > 0 || otherRuns === 0) return false
  return [`has other tests than before: ${otherRunsText(otherRuns)}`]
}

/** `10 earlier runs, none with more than half of these tests` */
export function otherRunsText(otherRuns: number): string {
  return `${counted(otherRuns, 'earlier run')}, none with more than half of these tests`
}

function staleNote({ staleDays, tooRecent }: NonNullable<ResultsAgent['baseline']>): Sentence | false {
  if (staleDays === null) return false
  const why =
    tooRecent > 0
      ? `${counted(tooRecent, 'later run')} may contain the change, and excuse nothing`
      : 'run its tests regularly, for example every night'
  return say`was compared with old runs: its newest earlier run is ${counted(staleDays, 'day')} old; ${why}`
}

/** `10 runs from 2026-11-10 to 2026-11-20` */
export function baselineText({ runs }: NonNullable<ResultsAgent['baseline']>): string {
  const days = runs.map(({ createdAt }) => createdAt.slice(0, 10)).sort()
  const [first, last] = [days[0], days.at(-1)]
  return `${counted(runs.length, 'run')} ${first === last ? `on ${first}` : `from ${first} to ${last}`}`
}

/** Why nothing is known of an agent's earlier runs. */
export function whyNotCompared({ pullRequest }: Results, agent: ResultsAgent): Sentence {
  const { name, baseline, override, problem } = agent
  if (baseline === null && override !== null) return notComparedText('copy')
  if (baseline === null)
    return [problem === null ? 'nothing to compare it with' : 'not compared, because this run is incomplete']
  if (baseline.problem?.kind === 'not-compared') return notComparedText(baseline.problem.why)
  if (baseline.problem !== null)
    return say`not compared: ${{ kind: 'agent', text: name }} ${problemWords(baseline.problem).sentence}`
  if (baseline.tooRecent === 0) return ['not compared: there is no earlier run']
  const runs = wordFor(
    baseline.tooRecent,
    'its only earlier run',
    `all ${count(baseline.tooRecent)} earlier runs`,
  )
  return [
    `not compared: ${runs} may contain the change${pullRequest === null ? '' : ' of this pull request'}`,
  ]
}
