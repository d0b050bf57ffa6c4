// HTTP 401 on any request ends the job.
import type { AbortReason, ServiceError } from './results.ts'
import { type GateService, type Result, serviceError, statusOf } from './service.ts'

/** Aborts the job at the first 401, because no later request could succeed. */
export function watchForRefusedKey(service: GateService, signal: AbortSignal) {
  let refusal: ServiceError | null = null
  const refused = new AbortController()
  const watched = <T>(result: Result<T>): Result<T> => {
    if (!result.ok && statusOf(result.error) === 401) {
      refusal ??= serviceError(result.error)
      refused.abort()
    }
    return result
  }
  const watchedService: GateService = {
    ...service,
    launch: async (...call) => watched(await service.launch(...call)),
    getRun: async (...call) => watched(await service.getRun(...call)),
    history: async (...call) => watched(await service.history(...call)),
  }
  return {
    effects: {
      service: watchedService,
      signal: AbortSignal.any([signal, refused.signal]),
      abortedBy: () => (refusal === null ? ('signal' as const) : ('authentication' as const)),
    },
    abortReason: (): AbortReason | null => {
      if (refusal !== null) return { kind: 'authentication', error: refusal }
      return signal.aborted ? { kind: 'signal', signal: String(signal.reason) } : null
    },
  }
}
