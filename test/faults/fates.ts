// What may happen to a request by chance: mild fates pass by themselves and cost little time, wild ones are all there are.
import type { Disturbance } from './disturbance.ts'
import { spoilt } from './malice.ts'
import type { Random } from './random.ts'

const STATUSES = [408, 425, 429, 500, 502, 503, 504] as const
const PAGE = '<!doctype html><html><title>One moment</title><p>We will be right back.</html>'
const HUGE = 2_000_000

export interface FateOptions {
  readonly random: Random
  /** By how far the clock of the service is wrong, in milliseconds. */
  readonly skewMs: number
}

/** A fate for a launch after which it may be sent again. */
export function safeRefusal({ random, skewMs }: FateOptions): Disturbance {
  const now = Date.now() + skewMs
  const inASecond = new Date(now + 1000).toUTCString()
  return {
    kind: 'answer',
    status: random.pick([429, 503]),
    headers: { date: new Date(now).toUTCString(), 'retry-after': random.pick(['1', '0', inASecond]) },
    body: '{"detail":"Too many requests"}',
  }
}

/** A fate of a read that a repeat makes good. */
export function mildFate(options: FateOptions): Disturbance {
  const { random } = options
  const performed = random.chance(0.5)
  return random.pick<() => Disturbance>([
    () => safeRefusal(options),
    () => ({
      kind: 'answer',
      status: random.pick(STATUSES),
      body: random.pick(['', PAGE, '{"detail":"oops"}']),
    }),
    () => ({ kind: 'answer', status: 200, body: random.pick(['', PAGE, '{"tas', 'A'.repeat(HUGE)]) }),
    () => ({ kind: 'late', ms: random.whole(50, 1000) }),
    () => ({ kind: 'drip', ms: random.whole(100, 1000) }),
    () => ({ kind: 'cut', by: random.pick(['reset', 'end', 'lying-length']) }),
    () => ({ kind: 'reset', performed }),
    () => ({ kind: 'garbage', performed }),
    () => ({ kind: 'rewrite', change: padded }),
  ])()
}

/** Any fate at all, for any request. */
export function wildFate(options: FateOptions): Disturbance {
  const { random } = options
  const performed = random.chance(0.5)
  const patience = random.pick(['0', '2', '120', '-5', 'soon', new Date(0).toUTCString(), '99999999999'])
  return random.pick<() => Disturbance>([
    () => mildFate(options),
    () => mildFate(options),
    () => mildFate(options),
    () => ({ kind: 'rewrite', change: (body) => spoilt(body, random) }),
    () => ({
      kind: 'answer',
      status: 200,
      body: random.pick(['null', '[]', '{}', '"done"', '17']),
      performed,
    }),
    () => ({
      kind: 'answer',
      status: random.pick(STATUSES),
      headers: { 'retry-after': patience },
      performed,
    }),
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

/** Much more than was asked for, and right. */
function padded(body: string): string {
  return body.startsWith('{') ? `{"padding":"${'A'.repeat(HUGE)}",${body.slice(1)}` : body
}
