// Why the verdict is what it is, and why a job ended early. The only place that phrases either; every report uses it.
import type {
  AbortReason,
  Comparison,
  Counts,
  GateOutcome,
  PartProblem,
  UnknownAgent,
} from '../gate/results.ts'
import { errorRemedy, errorText } from './error-text.ts'
import { groupTitle } from './test-groups.ts'
import { count, counted } from './units.ts'

/** Short phrases in plain text without the service's words; empty when the verdict is `passed`. */
export function verdictReasons({ verdict, results, abortReason, comparison }: GateOutcome): string[] {
  const { status, agents, totals } = verdict
  if (status === 'passed') return []
  const incomplete = results.filter((result) => result.outcome === 'failed' && result.reason !== undefined)
  const tested = agents.passed + agents.failed + agents.inconclusive
  const unread = comparison?.agents.filter(({ error }) => error !== null).length ?? 0
  const classes = comparison?.classes
  return [
    (comparison === null || (status === 'failed' && !explainsFailure(comparison))) &&
      totals.failed > 0 &&
      failedTests(totals),
    comparison?.failureCount.blocks &&
      `${failedTests({ failed: comparison.failureCount.failed, total: comparison.failureCount.tests })}, far more than in earlier runs`,
    classes !== undefined && classes.broken > 0 && groupTitle('broken', classes.broken),
    agents.inconclusive > 0 &&
      `${counted(agents.inconclusive, 'agent')} ${agents.inconclusive === 1 ? 'was' : 'were'} inconclusive`,
    comparison !== null &&
      incomplete.length > 0 &&
      `the ${incomplete.length === 1 ? 'run' : 'runs'} of ${counted(incomplete.length, 'failing agent')} ${incomplete.length === 1 ? 'is' : 'are'} incomplete`,
    classes !== undefined &&
      classes.undetermined > 0 &&
      comparison?.failureCount.blocks !== true &&
      groupTitle('undetermined', classes.undetermined),
    unread > 0 && `the run history of ${counted(unread, 'agent')} could not be read`,
    describeAbort({ abortReason, results })?.headline,
    abortReason === null && tested === 0 && 'no agent was tested',
  ].filter((reason) => typeof reason === 'string')
}

/** In a merged report, tests of parts without a comparison fail the gate as well. */
export function explainsFailure({ classes, failureCount }: Comparison): boolean {
  return classes.broken > 0 || failureCount.blocks
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
  if (abortReason.kind === 'parts') return describeParts(abortReason.problems)
  const started = results.some(({ run }) => run !== null)
  return describe(abortReason, started)
}

function describe(reason: Exclude<AbortReason, { kind: 'parts' }>, started: boolean): AbortDescription {
  switch (reason.kind) {
    case 'authentication': {
      const { status, reason: detail, message } = reason.error
      const headline = `authentication failed${status === null ? '' : ` (HTTP ${status})`}`
      return {
        headline,
        details: [`${headline}: ${detail?.trim() || message}`],
        remedy:
          'Check the API key. You can create a new one in the workspace settings of the service, under "API keys"; copy all of it.',
      }
    }
    case 'unknown-agents':
      return {
        headline: `${counted(reason.unknown.length, 'agent')} not found`,
        details: reason.unknown.map(unknownAgent),
        remedy: 'No run was started. Correct the names in `agents`; case and spaces matter.',
      }
    case 'same-agent': {
      const names = reason.names.map((name) => `"${name}"`).join(' and ')
      return {
        headline: 'several names mean the same agent',
        details: [`the service resolves ${names} to the same agent`],
        remedy: 'No run was started. List each agent only once in `agents`.',
      }
    }
    case 'no-key':
      return {
        headline: 'no agent was tested because the API key is empty',
        details: ['the input `api-key` is empty, so no agent was tested'],
        remedy:
          'On pull requests from forks and from Dependabot, GitHub withholds secrets. Otherwise, save the key as a secret and pass it as `api-key`.',
      }
    case 'no-agents':
      return {
        headline: 'the workspace has no agents',
        details: ['the workspace of this API key has no agents'],
        remedy: 'Create an agent and link tests to it, or use the API key of another workspace.',
      }
    case 'select-failed':
      return {
        headline: 'the list of agents could not be read',
        details: [`the list of agents could not be read: ${errorText(reason.error)}`],
        remedy: errorRemedy(reason.error),
      }
    case 'signal':
      return {
        headline: 'the job was cancelled',
        details: [`the job was cancelled (${reason.signal})`],
        remedy: started
          ? 'Runs that were already started continue on the service. Open them to see their results.'
          : 'No run was started. Re-run this job.',
      }
    case 'internal-error':
      return {
        headline: 'an internal error occurred',
        details: [`internal error of agent-tests: ${reason.message}`],
        remedy: 'Re-run this job. If it happens again, report it with the log of this job.',
      }
    default:
      return reason satisfies never
  }
}

function describeParts(problems: readonly PartProblem[]): AbortDescription {
  const kinds = [...new Set(problems.map(({ kind }) => kind))]
  const ofKind = (wanted: string) =>
    problems.filter(({ kind }) => kind === wanted).reduce((sum, { parts = 1 }) => sum + parts, 0)
  return {
    headline: kinds.map((kind) => `${counted(ofKind(kind), 'part')} ${kind}`).join(', '),
    details: problems.map(({ part, message }) => (part === null ? message : `Part "${part}" ${message}`)),
    remedy: 'Then re-run this job.',
  }
}

function unknownAgent({ name, nearest, nameWithComma }: UnknownAgent): string {
  const problem = `agent "${name}": no agent with that name in this org`
  if (nameWithComma !== null)
    return `${problem} (there is "${nameWithComma}", but names are split at commas; leave the input empty to test every agent)`
  return nearest === null ? problem : `${problem} (did you mean "${nearest}"?)`
}
