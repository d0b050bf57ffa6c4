// Errors of GitHub: transient ones are retried, others are a warning with their cause, and the verdict never changes.
import { describe, expect, it } from 'vitest'
import { type FaultRule, type GitHubFault, startGitHub } from '../support/github/github.ts'
import { createHarness } from './harness.ts'
import { expectPassed, warningsOf } from './step-checks.ts'

const agents = [{ name: 'Alpha', scenario: 'all-pass', parameters: { durationMs: 200, tests: 3 } }] as const

type Method = 'GET' | 'POST'

const always =
  (method: Method, fault: GitHubFault): FaultRule =>
  (request) =>
    (request.path === '/graphql' ? 'graphql' : request.method) === method ? fault : undefined

describe.concurrent('a permanent error is one warning with its cause, and never changes the verdict', () => {
  const forbidden = { status: 403, body: { message: 'Resource not accessible by integration' } }
  it.for<[string, FaultRule, readonly string[]]>([
    ['403 without the permission', always('POST', forbidden), ['HTTP 403', 'pull-requests: write']],
    ['a lost response to the creation', always('POST', { status: 502, performed: true }), ['HTTP 502']],
    ["a proxy's page", always('GET', { status: 200, body: '<html>Sign in</html>' }), ['proxy']],
  ])('%s', async ([, fault, words], context) => {
    const harness = await createHarness({ agents, github: { faults: [fault] } }, context.onTestFinished)
    const step = await harness.run()
    expectPassed(step)
    expect(warningsOf(step)).toHaveLength(1)
    for (const word of words) expect(warningsOf(step)[0]?.message).toContain(word)
    expect(step.raw).not.toContain(harness.github.token)
  })

  it('a redirect to another host, which gets no request', async (context) => {
    const other = await startGitHub()
    context.onTestFinished(() => other.close())
    const faults = [always('POST', { status: 307, headers: { location: `${other.url}/x` }, body: {} })]
    const harness = await createHarness({ agents, github: { faults } }, context.onTestFinished)
    const step = await harness.run()
    expectPassed(step)
    expect(warningsOf(step).map(({ message }) => message)).toEqual([
      expect.stringContaining('unexpected redirect'),
    ])
    expect(other.journal).toEqual([])
  })
})
