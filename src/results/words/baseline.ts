// The earlier runs of an agent, as text.
import type { ResultsAgent } from '../../schema.ts'
import { counted } from '../units.ts'

type Baseline = NonNullable<ResultsAgent['baseline']>

/** `10 runs from 2026-11-10 to 2026-11-20` */
export function baselineText({ runs }: Baseline): string {
  const days = runs.flatMap(({ createdAt }) => createdAt?.slice(0, 10) ?? []).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined) return counted(runs.length, 'run')
  return `${counted(runs.length, 'run')} ${first === last ? `on ${first}` : `from ${first} to ${last}`}`
}
