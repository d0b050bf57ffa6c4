// What reports say about the job besides its outcome, from the inputs and the event.
import type { AgentRef } from '../gate/results.ts'

/**
 * `title` names the check and may include the matrix leg (untrusted). `appUrl` is a valid http(s) address. `headSha` is
 * the tested commit, if the event has one. `workflowRunUrl` is the page of this workflow run. `now` is the time of the
 * report in milliseconds since 1970.
 */
export interface ReportContext {
  readonly title: string
  readonly appUrl: string
  readonly mode: 'gate' | 'gate-if-worse' | 'report'
  readonly timeoutSeconds: number
  readonly headSha: string | null
  readonly workflowRunUrl: string | null
  readonly now: number
}

/** The base address of the links to an agent's runs. */
export function appUrlOf(agent: AgentRef, context: Pick<ReportContext, 'appUrl'>): string {
  return agent.appUrl ?? context.appUrl
}
