// Identifiers and timestamps as the service writes them; the same seed gives the same id on every machine.
import { createHash } from 'node:crypto'

/** A UUID of 36 characters that depends on nothing but the seed. */
export function stableUuid(seed: string): string {
  const hex = createHash('sha256').update(seed).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

const tailLength = 12

/** The ids of an agent's tests: one prefix per agent and the test's index, so that neither way needs a table. */
export function testIds(agentUuid: string) {
  const prefix = stableUuid(`tests of ${agentUuid}`).slice(0, -tailLength)
  const idOf = (index: number) => prefix + index.toString(16).padStart(tailLength, '0')
  return {
    idOf,
    /** The index of a test of this agent, or null for an id that is not one of its first `size` tests. */
    indexOf(id: string, size: number): number | null {
      const index = Number.parseInt(id.slice(prefix.length), 16)
      return index < size && idOf(index) === id ? index : null
    },
  }
}

/** `2026-11-20 22:42:02`: UTC with a space and no zone, from milliseconds since 1970. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}
