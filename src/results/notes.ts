// What else readers should know about the run of an agent, and what it was compared with. It continues the agent's name.
import type { ResultsAgent } from '../schema.ts'
import { counted, dayOf, firstFew } from './format.ts'
import { errorText, problemWords } from './problems.ts'
import { joined, type Sentence, say, separated } from './sentence.ts'
import { agentName, quotedTest, said } from './untrusted.ts'

export function agentNotes({ run, baseline, control }: ResultsAgent): readonly Sentence[] {
  const missing = run?.detailsError ?? null
  const writtenBack = run?.tests.filter(({ source }) => source?.writtenBack).length ?? 0
  const notes: (Sentence | false)[] = [
    writtenBack > 0 && [
      `had ${counted(writtenBack, 'test')} written back from the files, because the service had other texts`,
    ],
    missing !== null &&
      say`has tests whose details could not be read: ${said(errorText(missing))}; open the run to see them`,
    ...(baseline === null ? [] : baselineNotes(baseline)),
    control?.problem != null &&
      say`is compared with ${agentName(control.name)}, which ${problemWords(control.problem).sentence}`,
  ]
  return notes.filter((note) => note !== false)
}

type Baseline = NonNullable<ResultsAgent['baseline']>

const GONE_NAMED = 20

function baselineNotes({
  problem,
  gone,
  runs,
  otherRuns,
  staleDays,
  tooRecent,
}: Baseline): (Sentence | false)[] {
  const later =
    tooRecent > 0
      ? `${counted(tooRecent, 'later run')} may contain the change, and excuse nothing`
      : 'run its tests regularly, for example every night'
  return [
    problem !== null && problemWords(problem).sentence,
    // Tests vanish on the service without anybody who sees it.
    gone !== null &&
      say`ran without ${gone.tests.length} of the ${counted(gone.total, 'test')} of its last run (${dayOf(gone.createdAt)}): ${joined(firstFew(gone.tests, GONE_NAMED, quotedTest))}. Unless that was on purpose, link what is missing again`,
    gone === null &&
      runs.length === 0 &&
      otherRuns > 0 && [
        `has other tests than before: ${counted(otherRuns, 'earlier run')}, none with more than half of these tests`,
      ],
    staleDays !== null &&
      say`was compared with old runs: its newest earlier run is ${counted(staleDays, 'day')} old; ${later}`,
  ]
}

/** `10 runs from 2026-11-10 to 2026-11-20` */
export function baselineText({ runs }: NonNullable<ResultsAgent['baseline']>): string {
  const days = runs.map(({ createdAt }) => createdAt.slice(0, 10)).sort()
  const [first, last] = [days[0], days.at(-1)]
  return `${counted(runs.length, 'run')} ${first === last ? `on ${first}` : `from ${first} to ${last}`}`
}

/** Why nothing is known of an agent's earlier runs. */
export function whyNotCompared({ baseline, override, problem }: ResultsAgent): Sentence {
  const ofCopy = { kind: 'not-compared', why: 'copy' } as const
  const unusable = baseline === null && override !== null ? ofCopy : (baseline?.problem ?? null)
  if (unusable !== null) return say`not compared: ${separated(problemWords(unusable).why)}`
  if (baseline === null)
    return [problem === null ? 'nothing to compare it with' : 'not compared, because this run is incomplete']
  if (baseline.tooRecent === 0) return ['not compared: there is no earlier run']
  return [`not compared: ${counted(baseline.tooRecent, 'earlier run')} may contain the change`]
}
