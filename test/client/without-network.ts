// For tests that play the far side with nock: nothing else can be reached, and every scripted answer is asked for.
import nock from 'nock'
import { afterEach, beforeEach, expect } from 'vitest'

export const baseUrl = 'https://service.test/base'

/** A service at {@link baseUrl} that answers as it is told. */
export function service(options?: nock.Options): nock.Scope {
  return nock(baseUrl, options)
}

export function withoutNetwork(): void {
  beforeEach(() => {
    nock.disableNetConnect()
  })
  afterEach(() => {
    const unasked = nock.pendingMocks()
    nock.cleanAll()
    nock.enableNetConnect()
    expect(unasked).toEqual([])
  })
}
