// Errors of GitHub: transient ones are retried, others are a warning with their cause, and the verdict never changes.
import { describe, expect, it } from 'vitest'
import { type FaultRule, type GitHubFault, startGitHub } from '../support/github/github.ts'
import { createHarness, pullRequestEvent } from './harness.ts'
import { expectPassed, warningsOf } from './step-checks.ts'

const agents = [{ name: 'Alpha', scenario: 'all-pass', parameters: { durationMs: 200, tests: 3 } }] as const

type Method = 'GET' | 'POST' | 'PATCH' | 'graphql'

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

describe.concurrent('a transient error is retried, and ends with one comment', () => {
  const bad: GitHubFault = { status: 502, body: '<html>Unicorn!</html>' }
  const cases: readonly (readonly [string, FaultRule])[] = [
    ['a reset of the list', first('GET', { connection: 'reset' })],
    ['a list that breaks off', first('GET', { connection: 'truncated', performed: true })],
    ['a creation that returns 502 although it was performed', first('POST', { ...bad, performed: true })],
    // 15 s each.
    [
      'a creation that hangs although it was performed',
      first('POST', { connection: 'hang', performed: true }),
    ],
    ['a list that hangs', first('GET', { connection: 'hang' })],
  ]

  it.for(cases)('%s', async ([, fault], context) => {
    const harness = await createHarness({ agents, github: { faults: [fault] } }, context.onTestFinished)
    const step = await harness.run()
    expectPassed(step)
    expect(warningsOf(step)).toEqual([])
    expect(harness.comments()).toHaveLength(1)
    expect(harness.comments()[0]).toContain('Alpha')
  })

  it('two 503 on the edit', async (context) => {
    const fault = first('PATCH', { status: 503 }, { status: 503 })
    const harness = await createHarness({ agents, github: { faults: [fault] } }, context.onTestFinished)
    await harness.run({ env: { GITHUB_RUN_ID: '1000' } })
    const step = await harness.run()
    expectPassed(step)
    expect(warningsOf(step)).toEqual([])
    expect(harness.comments()).toHaveLength(1)
    expect(harness.comments()[0]).toContain('run:1001')
  })
})

describe.concurrent('a permanent error is one warning with its cause, and never changes the verdict', () => {
  const forbidden = { status: 403, body: { message: 'Resource not accessible by integration' } }
  const cases: readonly (readonly [string, FaultRule, unknown, readonly string[]])[] = [
    [
      '403 without the permission',
      always('POST', forbidden),
      pullRequestEvent,
      ['HTTP 403', 'pull-requests: write'],
    ],
    [
      '401',
      always('GET', { status: 401, body: { message: 'Bad credentials' } }),
      pullRequestEvent,
      ['GitHub says: Bad credentials (HTTP 401)'],
    ],
    [
      '429',
      always('POST', { status: 429, headers: { 'retry-after': '1' }, body: { message: 'Slow down' } }),
      pullRequestEvent,
      ['GitHub says: Slow down (HTTP 429)'],
    ],
    [
      "a proxy's page",
      always('GET', { status: 200, body: '<html>Sign in</html>' }),
      pullRequestEvent,
      ['proxy'],
    ],
  ]

  it.for(cases)('%s', async ([, fault, event, words], context) => {
    const harness = await createHarness({ agents, github: { faults: [fault] } }, context.onTestFinished)
    const step = await harness.run({ event })
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

  it.for([
    [
      'a next page on another host',
      'GET',
      (url: string) => ({ status: 200, headers: { link: `<${url}/x>; rel="next"` }, body: [] }),
    ],
    [
      'a redirect to another host',
      'POST',
      (url: string) => ({ status: 307, headers: { location: `${url}/x` }, body: {} }),
    ],
  ] as const)('%s, which gets no request', async ([, method, fault], context) => {
    const other = await startGitHub()
    context.onTestFinished(() => other.close())
    const faults = [always(method, fault(other.url))]
    const harness = await createHarness({ agents, github: { faults } }, context.onTestFinished)
    const step = await harness.run()
    expectPassed(step)
    expect(warningsOf(step).map(({ message }) => message)).toEqual([
      expect.stringContaining('another address'),
    ])
    expect(other.journal).toEqual([])
  })

  it('no token', async (context) => {
    const harness = await createHarness({ agents }, context.onTestFinished)
    const step = await harness.run({ with: { 'github-token': '' } })
    expectPassed(step)
    expect(warningsOf(step).map(({ message }) => message)).toEqual([expect.stringContaining('github-token')])
  })
})
