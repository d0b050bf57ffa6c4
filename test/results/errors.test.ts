// What reports say of failed requests, and what to do about them.
import { describe, expect, it } from 'vitest'
import type { ServiceError } from '../../src/gate/results.ts'
import {
  cannotRunRemedy,
  describeUnreadable,
  errorRemedy,
  errorText,
  laterErrorRemedy,
} from '../../src/results/errors.ts'

const error = (fields: Partial<ServiceError>): ServiceError => ({
  ...{
    kind: 'http',
    message: 'GET https://api.test/agents: no answer',
    reason: null,
    status: null,
    code: null,
  },
  ...fields,
})
const http = (status: number, reason: string | null = null) => error({ status, reason })

it('quotes the reason of the service, else the whole message', () => {
  expect(errorText(http(403, 'Not allowed'))).toBe('HTTP 403: Not allowed')
  expect(errorText(http(503))).toBe('GET https://api.test/agents: no answer')
})

describe('what to do', () => {
  it.each<[Partial<ServiceError>, RegExp]>([
    [{ status: 401 }, /Check the API key/],
    [{ status: 403 }, /API key belongs to the workspace/],
    [{ status: 404 }, /its path may be wrong/],
    [{ status: 429 }, /limiting requests/],
    [{ status: 500 }, /a server error/],
    [{ status: 599 }, /a server error/],
    [{ status: 300 }, /redirects to/],
    [{ status: 399 }, /redirects to/],
    [{ status: 400 }, /supports the version of the service/],
    [{ kind: 'validation', status: 422 }, /supports the version of the service/],
    [{ kind: 'network', code: 'CERT_HAS_EXPIRED' }, /NODE_EXTRA_CA_CERTS/],
    [{ kind: 'network', code: 'ENOTFOUND' }, /HTTPS_PROXY/],
    [{ kind: 'network' }, /HTTPS_PROXY/],
    [{ kind: 'timeout' }, /overloaded/],
    [{ kind: 'contract' }, /not of a web page/],
    [{ kind: 'aborted' }, /^Re-run this job\.$/],
    [{ kind: 'history' }, /^Re-run this job\.$/],
  ])('if nothing has worked before, about %o', (fields, expected) => {
    expect(errorRemedy(error(fields))).toMatch(expected)
  })

  it.each<[Partial<ServiceError>, RegExp]>([
    [{ kind: 'network', code: 'ECONNRESET' }, /was interrupted/],
    [{ kind: 'contract' }, /latest version of agent-tests/],
    [{ status: 404 }, /agent still exists/],
    [{ status: 401 }, /Check the API key/],
  ])('if earlier requests worked, about %o', (fields, expected) => {
    expect(laterErrorRemedy(error(fields))).toMatch(expected)
  })

  it.each([
    ['No tests linked to this agent.', /^Link tests/],
    ['Agent connection not verified.', /^Verify/],
    ['Draft', /^Make the agent ready/],
    [null, /^Make the agent ready/],
  ])('about an agent that cannot run: %s', (reason, expected) => {
    expect(cannotRunRemedy(http(400, reason))).toMatch(expected)
  })
})

describe('a run history that is missing', () => {
  it.each<[Partial<ServiceError>, string, RegExp]>([
    [{ status: 404 }, 'HTTP 404', /Older versions/],
    [{ status: 403, reason: 'Not allowed' }, 'HTTP 403: Not allowed', /may not read it/],
    [{ status: 500, reason: ' ' }, 'HTTP 500', /a server error/],
    [{ kind: 'network', code: 'ECONNRESET' }, 'no connection (ECONNRESET)', /was interrupted/],
    [{ kind: 'network' }, 'no connection', /was interrupted/],
    [{ kind: 'timeout' }, 'no response in time', /overloaded/],
    [{ kind: 'contract' }, 'the response is not a run history as this version knows it', /Set `baseline`/],
    [{ kind: 'aborted' }, 'the job was cancelled', /^Re-run/],
  ])('because of %o', (fields, cause, remedy) => {
    const { message, ...more } = describeUnreadable(error(fields))
    expect(message).toBe(`the run history could not be read: ${cause}`)
    expect(more.remedy).toMatch(remedy)
  })

  it('in our own words, if it can be read and not used', () => {
    const unusable = error({ kind: 'history', message: 'no run in the run history can be read' })
    expect(describeUnreadable(unusable)).toEqual({
      message: 'no run in the run history can be read',
      remedy: expect.stringMatching(/^Set `baseline`/),
    })
  })
})
