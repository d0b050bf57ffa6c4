// Lines of the job's log while the gate runs. Each starts with a sign, as in text.ts.
import type { GateEvent, GatePhase } from '../gate/events.ts'
import { type Standing, standingOf } from '../results/causes.ts'
import { count, counted, duration, firstFew, percentage } from '../results/format.ts'
import { baselineText, otherRunsText } from '../results/notes.ts'
import { previewText, problemWords, stepFor } from '../results/problems.ts'
import { asSentence, ofJob, plain, type Wording } from '../results/sentence.ts'
import { countTests, type Decision, isFlaky, type ResultsAgent } from '../schema.ts'
import { paint } from './text.ts'
import { logText, NAME_LENGTH, plainAgentName } from './untrusted-text.ts'

const NAMES_LOGGED = 50
const TESTS_SHOWN = 20

const phaseTitles: Readonly<Record<GatePhase, string>> = { select: 'Select agents', run: 'Run tests' }

/** The title of the phase that begins with this event; null if none does. */
export function phaseTitle(event: GateEvent): string | null {
  if (event.type === 'phase') return phaseTitles[event.phase]
  if (event.type === 'compared' && hasComparedFailures(event))
    return event.decision.compares === 'control' ? 'Compare with the control' : 'Compare with earlier runs'
  if (event.type !== 'retry-round') return null
  return event.round === null
    ? 'Try added and edited tests without the change'
    : `Retry ${count(event.round)}`
}

/** Progress, as it happens, below the titles of phases. */
export function eventLines(event: GateEvent, wording: Wording = ofJob): string[] {
  switch (event.type) {
    case 'phase':
      return []
    case 'unreachable':
      return [unreachableLine(event)]
    case 'selected': {
      const names = firstFew(event.agents, NAMES_LOGGED, plainAgentName)
      return [`${counted(event.agents.length, 'agent')} to test: ${names.join(', ')}`]
    }
    case 'launched':
      return [`▶ ${plainAgentName(event.agent)}: ${statusText(event.status)}, ${event.url}`]
    case 'progress':
      return [`… ${plainAgentName(event.agent)}: ${statusText(event.status)}${progressText(event.counts)}`]
    case 'poll-error': {
      const { agent, error, attempt, retryInMs } = event
      const message = logText(error.message)
      return [
        `${paint.yellow('!')} ${plainAgentName(agent)}: ${message} (attempt ${count(attempt)}, next in ${duration(retryInMs)})`,
      ]
    }
    case 'finished':
      return [resultLine(event.agent, wording, event)]
    case 'retry-round':
      return event.agents.map(({ agent, tests }) => {
        const names = firstFew(tests, TESTS_SHOWN, (name) => logText(name, NAME_LENGTH))
        return `↻ ${plainAgentName(agent)}: ${names.join(', ')}`
      })
    case 'tests-placed':
      return [
        `· tests of files: ${count(event.made)} made on the service, ${count(event.found)} there already`,
      ]
    case 'preview-awaited':
      return [`· ${plainAgentName(event.agent)} ${previewText(event.state)}; waiting`]
    case 'copy-differs':
      return [`· ${plainAgentName(event.agent)} is tested: ${differsText(event.differs)}`]
    case 'discarded':
      return [
        `${paint.yellow('?')} ${plainAgentName(event.agent)}: another job uses it; this run does not count`,
      ]
    case 'no-history':
      return ['· this service has no run history, so failing tests were not compared with earlier runs']
    case 'compared':
      return comparisonLines(event, wording)
    case 'heartbeat': {
      const { elapsedMs, done, running, queued, total, unansweredForMs } = event
      const silence =
        unansweredForMs === null ? '' : `; the service has not responded for ${duration(unansweredForMs)}`
      return [
        `· ${duration(elapsedMs)}: ${count(done)} of ${counted(total, 'agent')} done, ${count(running)} running, ${count(queued)} queued${silence}`,
      ]
    }
    default:
      return event satisfies never
  }
}

/** The signs of agents. */
const signs: Readonly<Record<Standing, string>> = {
  blocks: paint.red('✗'),
  inconclusive: paint.yellow('?'),
  'does-not-block': paint.yellow('!'),
  skipped: paint.yellow('-'),
  passed: paint.green('✓'),
}

/** `✗ Support bot: failed, 11 of 12 tests passed in 40s` */
function resultLine(agent: ResultsAgent, wording: Wording, { isToBeCompared = false } = {}): string {
  const { outcome, problem, run } = agent
  const counts = run?.tests.length ? countTests(run) : null
  const passed = counts && `${count(counts.passed)} of ${counted(counts.total, 'test')} passed`
  const standing = standingOf(agent)
  const isUnjudged = isToBeCompared && standing === 'blocks'
  const unjudgedSign = problem === null ? '·' : signs.inconclusive
  const state = isUnjudged ? 'to be compared' : outcome
  const parts = [
    problem === null ? state : logText(plain(wording(problemWords(problem).sentence))),
    // What timed out says itself for how long it was waited for.
    passed && `${passed}${run === null || problem?.kind === 'timed-out' ? '' : ` in ${runTimeText(run)}`}`,
  ]
  return `${isUnjudged ? unjudgedSign : signs[standing]} ${plainAgentName(agent)}: ${parts.filter(Boolean).join(', ')}`
}

function runTimeText({ durationMs, queuedMs }: NonNullable<ResultsAgent['run']>): string {
  const queued = queuedMs > durationMs / 2 ? `, ${duration(queuedMs)} of it in the queue` : ''
  return `${duration(durationMs)}${queued}`
}

function unreachableLine({ error, triedForMs }: EventOf<'unreachable'>): string {
  const advice = error.status === null ? '. Check the address' : ''
  return `${paint.yellow('!')} ${logText(error.message)}${advice}; trying for up to ${duration(triedForMs)}.`
}

type EventOf<Type extends GateEvent['type']> = Extract<GateEvent, { type: Type }>

/** Without a failing test, there is nothing that earlier runs could explain. */
function hasComparedFailures({ agents }: EventOf<'compared'>): boolean {
  const tests = agents.flatMap(({ run }) => run?.tests ?? [])
  return tests.some((test) => test.failed || isFlaky(test))
}

/** The baseline of each agent, then both pass rates. */
function comparisonLines(event: EventOf<'compared'>, wording: Wording): string[] {
  if (!hasComparedFailures(event)) return []
  const { decision, agents } = event
  const { compared } = decision
  const controls = [
    ...new Set(agents.flatMap(({ control }) => (control === null ? [] : plainAgentName(control)))),
  ]
  return [
    ...agents.flatMap((agent) => {
      const { baseline } = agent
      const name = plainAgentName(agent)
      if (baseline === null) return []
      if (baseline.problem !== null) {
        const { sentence } = problemWords(baseline.problem)
        const why = logText(plain(wording(sentence)))
        return `${paint.yellow('?')} ${name} ${why} → ${plain(wording(asSentence(stepFor(baseline.problem))))}`
      }
      if (baseline.runs.length === 0)
        return `- ${name}: ${baseline.otherRuns > 0 ? otherRunsText(baseline.otherRuns) : 'no earlier run to compare with'}${baseline.tooRecent > 0 ? ` (${counted(baseline.tooRecent, 'run')} too recent)` : ''}`
      return `· ${name}: baseline of ${baselineText(baseline)}`
    }),
    compared === null
      ? `Compared the failing tests with ${firstFew(controls, NAMES_LOGGED, (name) => name).join(', ') || 'their earlier runs'}.`
      : ratesLine(compared),
  ]
}

function ratesLine({ tests, now, before }: NonNullable<Decision['compared']>): string {
  const [rateNow, rateBefore] = [percentage(now), percentage(before)]
  if (rateNow === null || rateBefore === null) return 'No earlier results to compare with.'
  return `Compared ${counted(tests, 'test')}: ${rateNow} of first attempts passed, before ${rateBefore}`
}

/** Never a value of the configuration. */
function differsText(differs: EventOf<'copy-differs'>['differs']): string {
  switch (differs.why) {
    case 'configuration':
      return `it differs from its original in ${differs.keys.map((key) => logText(key, NAME_LENGTH)).join(', ')}`
    case 'address':
      return 'what its address answers with is not known'
    case 'tests':
      return 'the pull request changes its tests'
    case 'unknown-tests':
      return 'it is not known whether the pull request changes its tests'
    default:
      return differs satisfies never
  }
}

function statusText(status: string): string {
  return status === 'in_progress' ? 'running' : logText(status, NAME_LENGTH)
}

function progressText({ total, passed, failed }: EventOf<'progress'>['counts']): string {
  // Until the run has ended, some of them may prove to be errors.
  const failures = failed ? `, ${count(failed)} did not pass` : ''
  if (total === null) return failures
  const tests = counted(total, 'test')
  return `, ${passed === null ? tests : `${count(passed + (failed ?? 0))} of ${tests} done`}${failures}`
}
