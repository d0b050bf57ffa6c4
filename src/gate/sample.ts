// What a hash decides, so that nobody chooses it: which tests speak for all, and which of two agents is launched first.
import { createHash } from 'node:crypto'

/** Where a test stands in every sample. `agent`: the ID of the candidate. */
export interface Sampled {
  readonly agent: string
  readonly name: string
}

/** The first tests in an order that depends on their names only. */
export function sampleOf<T extends Sampled>(tests: readonly T[], size: number): T[] {
  return tests
    .map((test) => ({ test, hash: sha256Of(test.agent, test.name) }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
    .slice(0, size)
    .map(({ test }) => test)
}

/** Whether the control is launched first: a coin, since the first of two runs may meet a service that is slow to start. */
export function startsWithControl(job: string, round: number, agent: string): boolean {
  return sha256Of(job, `${round}`, agent) < '8'
}

/** A hash in hexadecimal digits. JSON keeps apart where one text ends, and what UTF-8 cannot encode. */
function sha256Of(...texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex')
}
