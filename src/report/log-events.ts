// Lines of the job's log while the gate runs. Each starts with a sign, as in text.ts.
import type { GateEvent } from '../gate/events.ts'
import { type Standing, standingOf } from '../results/causes.ts'
import { count, counted, duration, firstFew } from '../results/format.ts'
import { baselineText } from '../results/notes.ts'
import { previewText, problemWords } from '../results/problems.ts'
import { ofJob, plain, type Wording } from '../results/sentence.ts'
import { countTests, isFlaky, type ResultsAgent } from '../schema.ts'
import { paint } from './text.ts'
import { logText, NAME_LENGTH, plainName } from './untrusted-text.ts'

const NAMES_LOGGED = 50
const TESTS_SHOWN = 20

/** The title of the phase that begins with this event; null if none does. */
export function phaseTitle(event: GateEvent): string | null {
  if (event.type === 'phase') return event.phase === 'select' ? 'Select agents' : 'Run tests'
  if (event.type === 'compared') return comparedLines(event).length > 0 ? 'Compare with earlier runs' : null
  if (event.type !== 'retry-round') return null
  return event.round === null
    ? 'Try added and edited tests without the change'
    : `Retry ${count(event.round)}`
}

/** Progress, as it happens, below the titles of phases. */
export function eventLines(event: GateEvent, wording: Wording = ofJob): string[] {
  const name = 'agent' in event ? plainName(event.agent) : ''
  switch (event.type) {
    case 'phase':
      return []
    case 'unreachable': {
      const advice = event.error.status === null ? '. Check the address' : ''
      return [
        `${warning} ${logText(event.error.message)}${advice}; trying for up to ${duration(event.triedForMs)}.`,
      ]
    }
    case 'selected': {
      const names = firstFew(event.agents, NAMES_LOGGED, plainName)
      return [`${counted(event.agents.length, 'agent')} to test: ${names.join(', ')}`]
    }
    case 'launched':
      return [`▶ ${name}: ${statusText(event.status)}, ${event.url}`]
    case 'progress':
      return [`… ${name}: ${statusText(event.status)}${progressText(event.counts)}`]
    case 'poll-error': {
      const again = `attempt ${count(event.attempt)}, next in ${duration(event.retryInMs)}`
      return [`${warning} ${name}: ${logText(event.error.message)} (${again})`]
    }
    case 'finished':
      return [resultLine(event.agent, event.isToBeCompared, wording)]
    case 'retry-round':
      return event.agents.map(({ agent, tests }) => {
        const names = firstFew(tests, TESTS_SHOWN, (test) => logText(test, NAME_LENGTH))
        return `↻ ${plainName(agent)}: ${names.join(', ')}`
      })
    case 'tests-placed':
      return [`· tests of files: ${count(event.made)} made on the service, ${count(event.found)} found there`]
    case 'preview-awaited':
      return [`· ${name}: ${previewText(event.state)}; waiting`]
    case 'copy-differs':
      return [`· ${name} is tested: ${differsText(event.differs)}`]
    case 'discarded':
      return [`${signs.inconclusive} ${name}: another job uses it; this run does not count`]
    case 'no-history':
      return ['· this service has no run history, so failing tests were not compared with earlier runs']
    case 'compared':
      return comparedLines(event)
    case 'heartbeat':
      return [heartbeatLine(event)]
    default:
      return event satisfies never
  }
}

function heartbeatLine(event: EventOf<'heartbeat'>): string {
  const { elapsedMs, done, running, queued, total, unansweredForMs: silentMs } = event
  const silence = silentMs === null ? '' : `; the service has not responded for ${duration(silentMs)}`
  return `· ${duration(elapsedMs)}: ${count(done)} of ${counted(total, 'agent')} done, ${count(running)} running, ${count(queued)} queued${silence}`
}

const warning = paint('yellow', '!')
/** The signs of agents. */
const signs: Readonly<Record<Standing, string>> = {
  blocks: paint('red', '✗'),
  inconclusive: paint('yellow', '?'),
  'does-not-block': warning,
  skipped: paint('yellow', '-'),
  passed: paint('green', '✓'),
}

/** `✗ Support bot: failed, 11 of 12 tests passed in 40s` */
function resultLine(agent: ResultsAgent, isToBeCompared: boolean, wording: Wording): string {
  const { outcome, problem, run } = agent
  const standing = standingOf(agent)
  const isUnjudged = isToBeCompared && standing === 'blocks'
  const sign = isUnjudged && problem === null ? '·' : signs[isUnjudged ? 'inconclusive' : standing]
  const state = isUnjudged ? 'to be compared' : outcome
  const what = problem === null ? state : logText(plain(wording(problemWords(problem).sentence)))
  // What timed out says itself for how long it was waited for.
  const time = problem?.kind === 'timed-out' ? '' : ` in ${duration(run?.durationMs ?? 0)}`
  const counts = run?.tests.length ? countTests(run) : null
  const passed = counts && `, ${count(counts.passed)} of ${counted(counts.total, 'test')} passed${time}`
  return `${sign} ${plainName(agent)}: ${what}${passed ?? ''}`
}

type EventOf<Type extends GateEvent['type']> = Extract<GateEvent, { type: Type }>

/** The earlier runs of each agent. Without a failing test, there is nothing that they could explain. */
function comparedLines({ agents, decision }: EventOf<'compared'>): string[] {
  const tests = agents.flatMap(({ run }) => run?.tests ?? [])
  if (decision.compared === null || !tests.some((test) => test.failed || isFlaky(test))) return []
  const lines = agents.flatMap((agent) =>
    agent.baseline?.runs.length ? `· ${plainName(agent)}: baseline of ${baselineText(agent.baseline)}` : [],
  )
  return lines.length === 0 ? ['No earlier results to compare with.'] : lines
}

const whyTested = {
  address: 'what its address answers with is not known',
  tests: 'the pull request changes its tests',
  'unknown-tests': 'it is not known whether the pull request changes its tests',
} as const

/** Never a value of the configuration. */
function differsText(differs: EventOf<'copy-differs'>['differs']): string {
  if (differs.why !== 'configuration') return whyTested[differs.why]
  return `it differs from its original in ${differs.keys.map((key) => logText(key, NAME_LENGTH)).join(', ')}`
}

function statusText(status: string): string {
  return status === 'in_progress' ? 'running' : logText(status, NAME_LENGTH)
}

function progressText({ total, passed, failed }: EventOf<'progress'>['counts']): string {
  if (total === null) return ''
  // Until the run has ended, some of them may prove to be errors.
  const failures = failed === 0 ? '' : `, ${count(failed)} did not pass`
  return `, ${count(passed + failed)} of ${counted(total, 'test')} done${failures}`
}
