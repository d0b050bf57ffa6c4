// Errors of GitHub: transient ones are retried, others are a warning with their cause, and the verdict never changes.
import { describe, expect, it } from 'vitest'
import { type FaultRule, type GitHubFault, startGitHub } from '../support/github/github.ts'
import { createHarness } from './harness.ts'
import { expectPassed, warningsOf } from './step-checks.ts'

const agents = [{ name: 'Alpha', scenario: 'all-pass', parameters: { durationMs: 200, tests: 3 } }] as const

type Method = 'GET' | 'POST'

/** These faults for the first requests of a kind, one each; then none. */
function first(method: Method, ...faults: readonly GitHubFault[]): FaultRule {
  let met = 0
  return (request) => {
    const kind = request.path === '/graphql' ? 'graphql' : request.method
    if (kind !== method) return undefined
    met += 1
    return faults[met - 1]
  }
}

const always =
  (method: Method, fault: GitHubFault): FaultRule =>
  (request) =>
    (request.path === '/graphql' ? 'graphql' : request.method) === method ? fault : undefined

it.concurrent('a list that breaks off is read again', async (context) => {
  const faults = [first('GET', { connection: 'truncated', performed: true })]
  const harness = await createHarness({ agents, github: { faults } }, context.onTestFinished)
  const step = await harness.run()
  expectPassed(step)
  expect([warningsOf(step), harness.comments()]).toEqual([[], [expect.stringContaining('Alpha')]])
})

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

  it('nothing at the address', async (context) => {
    const harness = await createHarness({ agents }, context.onTestFinished)
    const gone = await startGitHub()
    await gone.close()
    const step = await harness.run({ env: { GITHUB_API_URL: gone.url } })
    expectPassed(step)
    expect(warningsOf(step).map(({ message }) => message)).toEqual([
      expect.stringMatching(/ECONNREFUSED.*HTTPS_PROXY/),
    ])
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
