// Holds every call of a test file against a description, and knows which operations were called.
import { afterEach, expect } from 'vitest'
import type { Description } from './description.ts'
import { type Exchange, recordingFetch } from './recording-fetch.ts'
import { type KeyHeader, violationsOf } from './violations.ts'

export interface Contract {
  /** For the clients under test. */
  readonly fetch: typeof fetch
  /** Operation and status of each exchange so far, without doubles: `getAgent 404`. */
  seen(): string[]
}

/** Fails each test whose exchanges are not as described. */
export function contractOf(description: Description, keyHeader: KeyHeader): Contract {
  const exchanges: Exchange[] = []
  let checked = 0
  afterEach(async () => {
    const fresh = exchanges.slice(checked)
    checked = exchanges.length
    const violations = await Promise.all(
      fresh.map((exchange) => violationsOf(exchange, description, keyHeader)),
    )
    expect(violations.flat()).toEqual([])
  })
  return {
    fetch: recordingFetch(exchanges),
    seen: () => [...new Set(exchanges.map((each) => `${description.operationOf(each)?.id} ${each.status}`))],
  }
}
