// For tests with nock: nothing else can be reached, and every scripted response has to be requested.
import nock from 'nock'
import { afterEach, beforeEach, expect } from 'vitest'

export const baseUrl = 'https://service.test/base'

/** A service at {@link baseUrl} with scripted responses. */
export function service(options?: nock.Options): nock.Scope {
  return nock(baseUrl, options)
}

export function withoutNetwork(): void {
  beforeEach(() => {
    nock.disableNetConnect()
  })
  afterEach(() => {
    const unrequested = nock.pendingMocks()
    nock.cleanAll()
    nock.enableNetConnect()
    expect(unrequested).toEqual([])
  })
}
