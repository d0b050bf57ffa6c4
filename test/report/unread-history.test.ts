// Run histories that could not be read, in the comment of mode gate-if-worse.
import { describe, expect, it } from 'vitest'
import type { ServiceError } from '../../src/gate/results.ts'
import { billing, support } from '../fixtures/sample-agents.ts'
import { comparedWith, httpError } from '../fixtures/samples.ts'
import { comment, compared, unread } from './compared.ts'

const notFound = httpError(404, 'Not Found')

describe('a run history that could not be read', () => {
  const next = (fault: ServiceError) =>
    comment(
      compared([support, billing], { unreadable: [support, billing].map((each) => unread(each, fault)) }),
    )
  const fault = (fields: Partial<ServiceError>): ServiceError => ({
    kind: 'network',
    message: 'GET https://api.example.com/agent-tests/agent/1/runs: failed',
    reason: null,
    status: null,
    code: null,
    ...fields,
  })

  it.each([
    [notFound, 'HTTP 404: Not Found.', /no run history\. Update the service, or set `mode` to `gate`/],
    [httpError(403, 'Not allowed'), 'HTTP 403: Not allowed.', /The API key may not read it/],
    [httpError(401, 'Revoked'), 'HTTP 401: Revoked.', /Check the API key/],
    [fault({ kind: 'http', status: 500 }), 'HTTP 500.', /server error\. Re-run this job/],
    [fault({ code: 'ECONNRESET' }), 'no connection (ECONNRESET).', /Check `base-url`/],
    [fault({ kind: 'timeout' }), 'no response in time.', /Re-run this job later/],
    [
      fault({ kind: 'contract' }),
      'the response is not a run history as this version knows it.',
      /latest version/,
    ],
    [fault({ kind: 'aborted' }), 'the job was cancelled.', /Re-run this job/],
  ])('is told once for all agents, with its reason and what to do: %o', (cause, reason, remedy) => {
    const [, explained = '', whatToDo = ''] =
      /#### What to do next\n\n- ⚠️ (.*)<br>→ (.*)\n\n/.exec(next(cause)) ?? []
    expect(explained).toBe(
      `**Support bot**, **Billing helper**: its run history could not be read: ${reason}`,
    )
    expect(whatToDo).toMatch(remedy)
  })

  it('does not hide that the pass rate of the others fell', () => {
    const page = comment(
      compared([support, billing], {
        compared: [comparedWith(support, { passed: 12, total: 12 })],
        unreadable: [unread(billing, notFound)],
      }),
    )
    expect(page).toMatch(/^### ❌ Do not merge: pass rate fell .* across 1 of 2 agents/)
    expect(page).toContain('#### Not compared\n\n- ⚠️ **Billing helper**: its run history could not be read')
    expect(page).toMatch(/\| ✅ Billing helper \| Passed \| 18 \/ 18 \| unreadable \|/)
  })
})
