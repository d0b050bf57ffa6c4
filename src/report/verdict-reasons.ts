// Why the verdict is what it is, and why a job ended early. The only place that phrases either; every report uses it.
import type {
  AbortReason,
  Comparison,
  Counts,
  GateOutcome,
  PartProblem,
  UnknownAgent,
} from '../gate/results.ts'
import { errorRemedy } from './error-text.ts'
import { groupTitle } from './test-groups.ts'
import { count, counted } from './units.ts'

/** Short phrases in plain text without the service's words; empty when the verdict is `passed`. */
export function verdictReasons({ verdict, results, abortReason, comparison }: GateOutcome): string[] {
  const { status, agents, totals } = verdict
  if (status === 'passed') return []
  const incomplete = results.filter((result) => result.outcome === 'failed' && result.reason !== undefined)
  const tested = testedAgents(verdict)
  const unread = comparison?.agents.filter(({ error }) => error !== null).length ?? 0
  const { broken = 0, undetermined = 0 } = comparison?.classes ?? {}
  const someFailed = totals.failed > 0 && failedTests(totals)
  const onlyUnjudged = status === 'inconclusive' && undetermined === totals.failed
  return [
    status === 'failed' && (comparison === null || !explainsFailure(comparison)) && someFailed,
    comparison?.failureCount.blocks &&
      `${failedTests({ failed: comparison.failureCount.failed, total: comparison.failureCount.tests })}, far more than in earlier runs`,
    broken > 0 && groupTitle('broken', broken),
    describeAbort({ abortReason, results })?.headline,
    agents.inconclusive > 0 && inconclusiveAgents(agents.inconclusive, tested),
    comparison !== null &&
      incomplete.length > 0 &&
      `the ${incomplete.length === 1 ? 'run' : 'runs'} of ${counted(incomplete.length, 'failing agent')} ${incomplete.length === 1 ? 'is' : 'are'} incomplete`,
    unread > 0 && unreadHistories(unread, tested),
    onlyUnjudged && someFailed && unjudged(someFailed),
    !onlyUnjudged &&
      undetermined > 0 &&
      comparison?.failureCount.blocks !== true &&
      groupTitle('undetermined', undetermined),
    status === 'inconclusive' && !onlyUnjudged && someFailed,
    abortReason === null && tested === 0 && 'no agent was tested',
  ].filter((reason) => typeof reason === 'string')
}

/** Without skipped agents, which did not run. */
export function testedAgents({ agents }: GateOutcome['verdict']): number {
  return agents.passed + agents.failed + agents.inconclusive
}

function inconclusiveAgents(inconclusive: number, tested: number): string {
  if (tested === 1) return 'the agent was inconclusive'
  if (inconclusive === tested) return `all ${count(tested)} agents were inconclusive`
  return `${count(inconclusive)} of ${count(tested)} agents ${inconclusive === 1 ? 'was' : 'were'} inconclusive`
}

function unreadHistories(unread: number, tested: number): string {
  if (unread === tested) return 'no run history could be used'
  return `the run history of ${count(unread)} of ${count(tested)} agents could not be used`
}

/** In a merged report, tests of parts without a comparison fail the gate as well. */
export function explainsFailure({ classes, failureCount }: Comparison): boolean {
  return classes.broken > 0 || failureCount.blocks
}

/** `1 known failure`, `2 flaky tests` */
export function notBlocking({ classes }: Comparison): string[] {
  return (['new', 'known-failure', 'unreliable', 'flaky'] as const)
    .filter((each) => classes[each] > 0)
    .map((each) => groupTitle(each, classes[each]))
}

/** For the start of a sentence. */
export function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

export function unjudged(failed: string): string {
  return `${failed} and could not be judged`
}

/** `2 of 50 tests failed` */
export function failedTests({ failed, total }: Pick<Counts, 'failed' | 'total'>): string {
  return `${count(failed)} of ${counted(total, 'test')} failed`
}

/**
 * `headline` and `remedy` are our own words. `details` holds at least one sentence of plain, untrusted text, each for
 * a line of its own.
 */
export interface AbortDescription {
  readonly headline: string
  readonly details: readonly string[]
  readonly remedy: string
}

/** Null if the job did not end early. */
export function describeAbort({
  abortReason,
  results,
}: Pick<GateOutcome, 'abortReason' | 'results'>): AbortDescription | null {
  if (abortReason === null) return null
  const started = results.some(({ run }) => run !== null)
  return describe(abortReason, started)
}

type Kind = AbortReason['kind']
type ReasonOf = { readonly [K in Kind]: Extract<AbortReason, { kind: K }> }
type Texts = readonly [headline: string, details: string | readonly string[], remedy: string]

function describe<K extends Kind>(reason: ReasonOf[K], started: boolean): AbortDescription {
  const kind: K = reason.kind
  const [headline, details, remedy] = texts[kind](reason, started)
  return { headline, details: [details].flat(), remedy }
}

const texts: { readonly [K in Kind]: (reason: ReasonOf[K], started: boolean) => Texts } = {
  authentication({ error: { status, reason, message } }) {
    const headline = `authentication failed${status === null ? '' : ` (HTTP ${status})`}`
    return [
      headline,
      `${headline}: ${reason?.trim() || message}`,
      'Check the API key. You can create a new one in the workspace settings of the service, under "API keys"; copy all of it.',
    ]
  },
  'unknown-agents': ({ unknown }) => [
    `${counted(unknown.length, 'agent')} not found`,
    unknown.map(unknownAgent),
    'No run was started. Correct the names in `agents`; case and spaces matter.',
  ],
  'same-agent': ({ names }) => [
    'several names refer to the same agent',
    `the service resolves ${names.map((name) => `"${name}"`).join(' and ')} to the same agent`,
    'No run was started. List each agent only once in `agents`.',
  ],
  'no-key': () => [
    'no agent was tested because the API key is empty',
    'the input `api-key` is empty',
    'On pull requests from forks and from Dependabot, GitHub withholds secrets. Otherwise, save the key as a secret and pass it as `api-key`.',
  ],
  'no-agents': () => [
    'the workspace has no agents',
    'the workspace of this API key has no agents',
    'Create an agent and link tests to it, or use the API key of another workspace.',
  ],
  'select-failed': ({ error }) => [
    'the agents could not be looked up',
    `the agents could not be looked up: ${error.message}`,
    errorRemedy(error),
  ],
  signal: ({ signal }, started) => [
    'the job was cancelled',
    `the job was cancelled (${signal})`,
    started
      ? 'Runs that were already started continue on the service. Open them to see their results.'
      : 'No run was started. Re-run this job.',
  ],
  'internal-error': ({ message }) => [
    'an internal error occurred',
    `internal error of agent-tests: ${message}`,
    'Re-run this job. If it happens again, report it with the log of this job.',
  ],
  parts({ problems }) {
    const kinds = [...Map.groupBy(problems, ({ kind }) => kind)]
    const total = (same: readonly PartProblem[]) => same.reduce((sum, { parts = 1 }) => sum + parts, 0)
    return [
      kinds.map(([kind, same]) => counted(total(same), `${kind} part`)).join(', '),
      problems.map(({ part, message }) => (part === null ? message : `Part "${part}" ${message}`)),
      // This job alone would read the same files again.
      'Then re-run the jobs of these parts, and this one. On GitHub, choose "Re-run all jobs".',
    ]
  },
}

function unknownAgent({ name, nearest, nameWithComma }: UnknownAgent): string {
  const problem = `agent "${name}": no agent with that name in this org`
  if (nameWithComma !== null)
    return `${problem} (there is "${nameWithComma}", but names are split at commas; leave the input empty to test every agent)`
  return nearest === null ? problem : `${problem} (did you mean "${nearest}"?)`
}
