// Why a result is inconclusive, or why the whole job ended early.

/**
 * A call to the service that failed. No field contains the key or a header. `history`: the run history was read, and cannot
 * be used. `unnamed-tests`: nor can any history. `reported`: read from a results file.
 */
export interface ServiceError {
  readonly kind:
    | 'http'
    | 'validation'
    | 'network'
    | 'timeout'
    | 'contract'
    | 'aborted'
    | 'history'
    | 'unnamed-tests'
    | 'reported'
  /** Method, URL and what happened; of the last three kinds, what is wrong. */
  readonly message: string
  /** The service's own reason, alone, where it gave one. */
  readonly reason: string | null
  readonly status: number | null
  /** A system or TLS error code such as `ECONNREFUSED`. */
  readonly code: string | null
}

/** Why an agent's result is inconclusive. */
export type InconclusiveReason =
  | { readonly kind: 'cannot-run'; readonly error: ServiceError }
  | { readonly kind: 'not-launched'; readonly error: ServiceError }
  | { readonly kind: 'maybe-launched'; readonly error: ServiceError }
  | { readonly kind: 'not-launched-in-time'; readonly timeoutSeconds: number }
  | { readonly kind: 'max-tests'; readonly maxTests: number }
  /** The service gave the same run for two launches. */
  | { readonly kind: 'shared-run'; readonly taskId: string }
  | { readonly kind: 'run-failed' }
  | { readonly kind: 'run-cancelled' }
  | { readonly kind: 'run-error' }
  | { readonly kind: 'stopped-early' }
  | { readonly kind: 'unknown-status'; readonly status: string }
  | { readonly kind: 'no-counts' }
  | { readonly kind: 'no-tests' }
  /** What the service said at different times, or in counts and rows, does not agree. */
  | { readonly kind: 'contradictory' }
  /** Linked tests that the run left out. */
  | { readonly kind: 'tests-not-run'; readonly notRun: number; readonly total: number }
  | { readonly kind: 'unfinished-tests'; readonly withoutVerdict: number }
  | {
      readonly kind: 'timed-out'
      readonly timeoutSeconds: number
      /** The error of the last poll, if it failed. */
      readonly lastError: ServiceError | null
    }
  | { readonly kind: 'lost'; readonly error: ServiceError }
  | { readonly kind: 'unreadable'; readonly error: ServiceError; readonly attempts: number }
  | { readonly kind: 'aborted'; readonly by: 'authentication' | 'signal' }
  | { readonly kind: 'internal-error'; readonly message: string }
  | ReportedReason

/** Read from a results file, in the words of the job that wrote it; `reported` is the kind that it named. */
export interface ReportedReason {
  readonly kind: 'reported'
  readonly reported: string
  readonly label: string
  readonly message: string
}

/** Why the job ended early; what was known by then is kept. */
export type AbortReason =
  | { readonly kind: 'authentication'; readonly error: ServiceError }
  | { readonly kind: 'unknown-agents'; readonly unknown: readonly UnknownAgent[] }
  /** Different names that the service resolves to the same agent. */
  | { readonly kind: 'same-agent'; readonly names: readonly string[] }
  /** The API key is empty, in mode `report`. */
  | { readonly kind: 'no-key' }
  | { readonly kind: 'no-agents' }
  | { readonly kind: 'select-failed'; readonly error: ServiceError }
  | { readonly kind: 'signal'; readonly signal: string }
  | { readonly kind: 'internal-error'; readonly message: string }
  /** Of the jobs whose results were merged. */
  | { readonly kind: 'parts'; readonly problems: readonly PartProblem[] }

/** What is wrong with a part of a merged report, which is the results file of one job, and what to do. */
export interface PartProblem {
  readonly kind:
    | 'missing'
    | 'unreadable'
    | 'duplicate'
    | 'unexpected'
    | 'mismatched'
    | 'contradictory'
    | 'incomplete'
  /** Its name, which `message` continues; null if it has none. */
  readonly part: string | null
  /** How many parts it concerns, if not one. */
  readonly parts?: number
  readonly message: string
}

/** A requested name that no agent has, with the nearest existing name if one is close. */
export interface UnknownAgent {
  readonly name: string
  readonly nearest: string | null
  /** An existing name that contains a comma and this name: the input splits names at commas. */
  readonly nameWithComma: string | null
}
