// What may happen to a request by chance: mild fates pass by themselves and cost little time, wild ones are all there are.
import type { Disturbance } from './disturbance.ts'
import { spoilt } from './malice.ts'
import type { Random } from './random.ts'

const STATUSES = [408, 425, 429, 500, 502, 503, 504] as const
const PAGE = '<!doctype html><html><title>One moment</title><p>We will be right back.</html>'
const SPOKEN = /"(?:reasoning|response)":"/g
const HUGE = 2_000_000

export interface FateOptions {
  readonly random: Random
  /** By how far the clock of the service is wrong, in milliseconds. */
  readonly skewMs: number
  /** For services that say it back. */
  readonly apiKey: string
}

/** A fate for a launch after which it may be sent again. */
export function safeRefusal({ random, skewMs, apiKey }: FateOptions): Disturbance {
  const now = Date.now() + skewMs
  const inASecond = new Date(now + 1000).toUTCString()
  return {
    kind: 'answer',
    status: random.pick([429, 503]),
    headers: { date: new Date(now).toUTCString(), 'retry-after': random.pick(['1', '0', inASecond]) },
    body: `{"detail":"Too many requests with ${apiKey}"}`,
  }
}

/** A fate of a read that a repeat makes good. */
export function mildFate(options: FateOptions): Disturbance {
  const { random, apiKey } = options
  const performed = random.chance(0.5)
  const texts = ['', PAGE, `X-API-Key: ${apiKey}`]
  const errors = [...texts, `{"detail":"no ${apiKey}"}`]
  return random.pick<() => Disturbance>([
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

/** Any fate at all, for any request. */
export function wildFate(options: FateOptions): Disturbance {
  const { random } = options
  const performed = random.chance(0.5)
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
    () => withPatience(random, performed),
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

/** A service that says when to come back, in all the ways that are none. One that says so of a launch has not made it. */
function withPatience(random: Random, performed: boolean): Disturbance {
  const status = random.pick(STATUSES)
  const patience = random.pick(['0', '2', '120', '-5', 'soon', new Date(0).toUTCString(), '99999999999'])
  const refused = status === 429 || status === 503
  return { kind: 'answer', status, headers: { 'retry-after': patience }, performed: performed && !refused }
}

/** Much more than was asked for, and right. */
function padded(body: string): string {
  return body.startsWith('{') ? `{"padding":"${'A'.repeat(HUGE)}",${body.slice(1)}` : body
}
