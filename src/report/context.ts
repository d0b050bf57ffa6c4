// What the reports say about the job around the outcome; the caller knows it from the inputs and the event.

/**
 * `title` names the check and may carry job and matrix leg (untrusted). `appUrl`: a valid http(s) address.
 * `headSha`: the commit that was tested, where the event has one; `workflowRunUrl`: the page of this job's run.
 */
export interface ReportContext {
  readonly title: string
  readonly appUrl: string
  readonly mode: 'gate' | 'gate-if-worse' | 'report'
  readonly timeoutSeconds: number
  readonly headSha: string | null
  readonly workflowRunUrl: string | null
}
