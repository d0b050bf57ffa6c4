// The replies to show of a test: the failing one, and the last passing one beside it.
import type { ResultsTest } from '../../schema.ts'

export interface Replies {
  /** Of the control, or of an attempt (`whose` is null). */
  readonly before: { readonly whose: string | null; readonly reply: string } | null
  readonly now: string | null
}

export function beforeAndNow({ reply, attempts, control }: ResultsTest): Replies {
  const passing = (of: ResultsTest['attempts']) =>
    of.findLast((attempt) => attempt.status === 'passed' && attempt.reply?.trim())?.reply ?? null
  const failing = attempts.findLast((attempt) => attempt.status === 'failed' && attempt.reply?.trim())
  const [ofControl, ofAttempt] = [passing(control?.attempts ?? []), passing(attempts)]
  const before =
    ofControl !== null
      ? { whose: control?.name ?? null, reply: ofControl }
      : ofAttempt !== null
        ? { whose: null, reply: ofAttempt }
        : null
  return { before, now: failing?.reply ?? (reply?.trim() ? reply : null) }
}
