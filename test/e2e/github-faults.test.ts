// Errors of GitHub: transient ones are retried, others are a warning with their cause, and the verdict never changes.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type FaultRule, type GitHubFault, startGitHub } from '../support/github/github.ts'
import type { StepResult } from '../support/runner/run-step.ts'
import { createHarness, type HarnessOptions, HEAD_SHA, PULL_REQUEST, pullRequestEvent } from './harness.ts'

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

const warningsOf = (step: StepResult) => step.annotations.filter(({ level }) => level === 'warning')

function expectPassed(step: StepResult): void {
  expect(step.exitCode).toBe(0)
  expect(step.outputs).toMatchObject({ total: '3', passed: '3', failed: '0', verdict: 'passed' })
  expect(step.summary).toContain('Alpha')
}

describe.concurrent('a transient error is retried, and ends with one comment', () => {
  const bad: GitHubFault = { status: 502, body: '<html>Unicorn!</html>' }
  const limited = (status: number): GitHubFault => ({
    status,
    headers: { 'retry-after': '1' },
    body: { message: 'You have exceeded a secondary rate limit.' },
  })
  const cases: readonly (readonly [string, FaultRule])[] = [
    ['two 502 on the list', first('GET', bad, bad)],
    ['a reset of the list', first('GET', { connection: 'reset' })],
    ['a list that breaks off', first('GET', { connection: 'truncated', performed: true })],
    ['a 500 on the query for the viewer', first('graphql', { status: 500 })],
    ['a secondary limit (403) on the list', first('GET', limited(403))],
    ['a secondary limit (429) on the creation', first('POST', limited(429))],
    ['a creation that returns 502 although it was performed', first('POST', { ...bad, performed: true })],
    ['a creation that returns 502 and was not performed', first('POST', bad)],
    ['a creation whose response is lost', first('POST', { connection: 'reset', performed: true })],
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
  const fork = {
    ...pullRequestEvent,
    pull_request: {
      number: PULL_REQUEST,
      head: { sha: HEAD_SHA, repo: { id: 2, full_name: 'stranger/shop', fork: true } },
      base: { repo: { id: 1, full_name: 'acme/shop' } },
    },
  }
  const dependabot = { ...pullRequestEvent, sender: { login: 'dependabot[bot]' } }
  const inAnHour = String(Math.round(Date.now() / 1000) + 3600)
  const tooLong = {
    message: 'Validation Failed',
    errors: [
      { code: 'unprocessable', field: 'data', message: 'Body is too long (maximum is 65536 characters)' },
    ],
  }
  const cases: readonly (readonly [string, FaultRule, unknown, readonly string[]])[] = [
    [
      '403 without the permission',
      always('POST', forbidden),
      pullRequestEvent,
      ['HTTP 403', 'pull-requests: write'],
    ],
    ['403 on a fork', always('POST', forbidden), fork, ['HTTP 403', 'fork']],
    ['403 for Dependabot', always('POST', forbidden), dependabot, ['HTTP 403', 'Dependabot']],
    [
      '404',
      always('GET', { status: 404, body: { message: 'Not Found' } }),
      pullRequestEvent,
      ['HTTP 404', 'can read the repository'],
    ],
    [
      '401',
      always('GET', { status: 401, body: { message: 'Bad credentials' } }),
      pullRequestEvent,
      ['HTTP 401', 'github-token'],
    ],
    [
      '422, too long',
      always('POST', { status: 422, body: tooLong }),
      pullRequestEvent,
      ['HTTP 422', 'too long'],
    ],
    [
      '429 with a wait beyond the budget',
      always('POST', { status: 429, headers: { 'retry-after': '900' }, body: { message: 'Slow down' } }),
      pullRequestEvent,
      ['HTTP 429', 'in 900 s'],
    ],
    [
      '403, the hourly limit',
      always('GET', {
        status: 403,
        headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': inAnHour },
        body: { message: 'API rate limit exceeded' },
      }),
      pullRequestEvent,
      ['HTTP 403', 'rate limit', new Date(Number(inAnHour) * 1000).toISOString()],
    ],
    ['500 every time', always('GET', { status: 500, body: 'oops' }), pullRequestEvent, ['HTTP 500']],
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

  it('no token', async (context) => {
    const harness = await createHarness({ agents }, context.onTestFinished)
    const step = await harness.run({ with: { 'github-token': '' } })
    expectPassed(step)
    expect(warningsOf(step).map(({ message }) => message)).toEqual([expect.stringContaining('github-token')])
  })
})

describe.concurrent('the files of the runner', () => {
  const inNoFolder = '/no/such/folder/file'

  it('a missing summary file is a warning, and the comment is written', async (context) => {
    const harness = await createHarness({ agents }, context.onTestFinished)
    const step = await harness.run({ env: { GITHUB_STEP_SUMMARY: inNoFolder } })
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({ verdict: 'passed' })
    expect(warningsOf(step).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^The job summary could not be written/),
    ])
    expect(harness.comments()).toHaveLength(1)
  })

  it('a summary file that cannot be written is a warning, and the comment is written', async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'agent-tests-no-file-'))
    context.onTestFinished(() => rmSync(folder, { recursive: true }))
    const harness = await createHarness({ agents }, context.onTestFinished)
    const step = await harness.run({ env: { GITHUB_STEP_SUMMARY: folder } })
    expect(step.exitCode).toBe(0)
    expect(warningsOf(step)).toHaveLength(1)
    expect(harness.comments()).toHaveLength(1)
  })

  it('a missing output file is a warning, and the rest is written', async (context) => {
    const harness = await createHarness({ agents }, context.onTestFinished)
    const step = await harness.run({ env: { GITHUB_OUTPUT: inNoFolder } })
    expect(step.exitCode).toBe(0)
    expect(warningsOf(step)[0]?.message).toMatch(/^The outputs could not be written/)
    expect(step.summary).toContain('Alpha')
    expect(harness.comments()).toHaveLength(1)
  })

  it('none of them need to be set', async (context) => {
    const harness = await createHarness({ agents }, context.onTestFinished)
    const step = await harness.run({ env: { GITHUB_STEP_SUMMARY: '', GITHUB_OUTPUT: '', RUNNER_TEMP: '' } })
    expect(step.exitCode).toBe(0)
    expect(harness.comments()).toHaveLength(1)
  })

  it('a summary above GitHub’s limit is shortened to fit', async (context) => {
    const many = Array.from({ length: 40 }, (_, index) => ({
      name: `Agent ${index}`,
      scenario: 'two-fail' as const,
      parameters: { tests: 400, failing: 400, durationMs: 0 },
    }))
    const options: HarnessOptions = { agents: many, concurrency: Number.POSITIVE_INFINITY }
    const harness = await createHarness(options, context.onTestFinished)
    const step = await harness.run({ with: { timeout: '120' } })
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ total: '16000', failed: '16000', verdict: 'failed' })
    // The runner emulator shows nothing of a summary above the limit, and annotates it.
    expect(step.summary).toContain('Agent 39')
    expect(warningsOf(step)).toEqual([])
    expect(harness.comments()[0]?.length).toBeLessThanOrEqual(65_536)
    expect(harness.comments()[0]).toContain('16,000')
  })

  // Earlier requests look for a comment of an earlier run.
  const isCreation = ({ method, path }: { readonly method: string; readonly path: string }) =>
    method === 'POST' && path.endsWith('/comments')

  it('outputs are written first, then the summary, then the comment', async (context) => {
    const harness = await createHarness(
      {
        agents,
        github: { faults: [(request) => (isCreation(request) ? { connection: 'hang' } : undefined)] },
      },
      context.onTestFinished,
    )
    const running = harness.start()
    while (!harness.github.journal.some(isCreation)) await wait(20)
    const { readOutputs, readSummary } = await import('../support/runner/files.ts')
    expect(readOutputs(running.files.output)).toMatchObject({ verdict: 'passed' })
    expect(readSummary(running.files.summary)).toContain('Alpha')
    running.kill('SIGKILL')
    await running.result
  })
})

describe.concurrent('one comment', () => {
  it('remains when two jobs create theirs at the same time', async (context) => {
    // Neither finds the other's comment in its first list: both lists are answered before a comment is created.
    const listed = Promise.withResolvers<void>()
    let lists = 0
    const meet: FaultRule = async ({ method, path }) => {
      if (method === 'GET') lists += 1
      if (lists === 2) setTimeout(listed.resolve, 200)
      if (method === 'POST' && path !== '/graphql') await listed.promise
      return undefined
    }
    const harness = await createHarness(
      { agents, concurrency: 2, github: { faults: [meet] } },
      context.onTestFinished,
    )
    const steps = await Promise.all([
      harness.run({ env: { GITHUB_RUN_ID: '1001' } }),
      harness.run({ env: { GITHUB_RUN_ID: '1002' } }),
    ])
    for (const step of steps) expectPassed(step)
    expect(
      harness.github.journal.filter(({ method, path }) => method === 'POST' && path !== '/graphql'),
    ).toHaveLength(2)
    expect(harness.comments()).toHaveLength(1)
    expect(harness.comments()[0]).toContain('run:1002')
  })

  it.for([
    ['an earlier run', { GITHUB_RUN_ID: '1000', GITHUB_RUN_ATTEMPT: '9' }],
    ['an earlier attempt', { GITHUB_RUN_ID: '1001', GITHUB_RUN_ATTEMPT: '1' }],
  ] as const)('of a newer run is never overwritten by %s', async ([, env], context) => {
    const harness = await createHarness({ agents }, context.onTestFinished)
    await harness.run({ env: { GITHUB_RUN_ID: '1001', GITHUB_RUN_ATTEMPT: '2' } })
    const before = harness.comments()
    const late = await harness.run({ env })
    expectPassed(late)
    expect(late.log).toContain('superseded')
    expect(harness.comments()).toEqual(before)
  })
})
