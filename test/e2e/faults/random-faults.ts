// Random faults: mild ones that a retry recovers from within seconds, and wild ones of every kind.
import type { Fault } from './fault.ts'
import { corrupted } from './payload-corruptor.ts'
import type { Random } from './random.ts'

const STATUSES = [408, 425, 429, 500, 502, 503, 504] as const
const PAGE = '<!doctype html><html><title>One moment</title><p>We will be right back.</html>'
const SPOKEN = /"(?:reasoning|response)":"/g
const HUGE = 2_000_000

export interface FaultContext {
  readonly random: Random
  /** Clock skew of the service, in milliseconds. */
  readonly skewMs: number
  /** Echoed by some error bodies. */
  readonly apiKey: string
}

/** Refuses a launch, which is then repeated. */
export function safeRefusal({ random, skewMs, apiKey }: FaultContext): Fault {
  const now = Date.now() + skewMs
  const inASecond = new Date(now + 1000).toUTCString()
  return {
    kind: 'answer',
    status: random.pick([429, 503]),
    headers: { date: new Date(now).toUTCString(), 'retry-after': random.pick(['1', '0', inASecond]) },
    body: `{"detail":"Too many requests with ${apiKey}"}`,
  }
}

/** A fault that a retry of a read recovers from. */
export function mildFault(options: FaultContext): Fault {
  const { random, apiKey } = options
  const performed = random.chance(0.5)
  const texts = ['', PAGE, `X-API-Key: ${apiKey}`]
  const errors = [...texts, `{"detail":"no ${apiKey}"}`]
  return random.pick<() => Fault>([
    () => safeRefusal(options),
    () => ({ kind: 'answer', status: random.pick(STATUSES), body: random.pick(errors) }),
    () => ({ kind: 'answer', status: 200, body: random.pick([...texts, '{"tas', 'A'.repeat(HUGE)]) }),
    () => ({ kind: 'late', ms: random.whole(50, 1000) }),
    () => ({ kind: 'drip', ms: random.whole(100, 1000) }),
    () => ({ kind: 'cut', by: random.pick(['reset', 'end', 'lying-length']) }),
    () => ({ kind: 'reset', performed }),
    () => ({ kind: 'garbage', performed }),
    () => ({ kind: 'rewrite', change: padded }),
    () => ({
      kind: 'rewrite',
      change: (body) => body.replace(SPOKEN, `$&${apiKey} `),
    }),
  ])()
}

/** What a connection or a proxy does now and then, before the service has acted or after it. */
export function transientError(random: Random): Fault {
  const performed = random.chance(0.5)
  const status = random.pick([500, 502, 503, 504])
  return random.pick<Fault>([
    { kind: 'reset', performed },
    { kind: 'answer', status, performed },
  ])
}

/** Any fault, for any request. */
export function wildFault(options: FaultContext): Fault {
  const { random } = options
  const performed = random.chance(0.5)
  return random.pick<() => Fault>([
    () => mildFault(options),
    () => mildFault(options),
    () => mildFault(options),
    () => ({ kind: 'rewrite', change: (body) => corrupted(body, random) }),
    () => ({
      kind: 'answer',
      status: 200,
      body: random.pick(['null', '[]', '{}', '"done"', '17']),
      performed,
    }),
    () => withRetryAfter(random, performed),
    () => ({
      kind: 'answer',
      status: random.pick([204, 301, 400, 403, 404, 422]),
      body: '{"detail":"no"}',
      performed,
    }),
    () => ({ kind: 'late', ms: random.whole(1000, 5000) }),
    () => ({ kind: 'hang', performed }),
  ])()
}

/** An error with a Retry-After of any kind, also invalid. 429 means that nothing was performed. */
function withRetryAfter(random: Random, performed: boolean): Fault {
  const status = random.pick(STATUSES)
  const retryAfter = random.pick(['0', '2', '120', '-5', 'soon', new Date(0).toUTCString(), '99999999999'])
  return {
    kind: 'answer',
    status,
    headers: { 'retry-after': retryAfter },
    performed: performed && status !== 429,
  }
}

/** A correct response with 2 MB of padding. */
function padded(body: string): string {
  return body.startsWith('{') ? `{"padding":"${'A'.repeat(HUGE)}",${body.slice(1)}` : body
}
