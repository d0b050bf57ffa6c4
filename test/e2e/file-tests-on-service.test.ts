// Tests of files on the service, on the bundle: made once, repaired, and each row of a run proves what was asked.
import { describe, expect, it } from 'vitest'
import type { ProxyRule } from './faults/fault-proxy.ts'
import { type Harness, tally } from './harness.ts'
import { resultsOf, testNamed } from './results-file.ts'
import { asks, COPY, FILE, failing, start, withPrompt, worse } from './tests-in-files.ts'

describe.concurrent('on the service', () => {
  const files = { [FILE]: asks('Names the limit', '30 days') }
  const inputs = withPrompt('Refunds: 30 days.')

  it('tests that another job makes first are the same, and those it is writing are waited for', async (test) => {
    const harness = await start(test, files, { testEvent: 'others-first', evaluatorsAfterMs: 3_000 })
    const step = await harness.run(inputs)
    expect(step.outputs).toMatchObject({ verdict: 'passed', total: '1' })
    expect(testNamed(step, 'Names the limit').source).toMatchObject({ made: false, writtenBack: false })
    expect(tally(harness)).toMatchObject({ 'GET /tests': 2, 'POST /tests/bulk': 1 })
  })

  it.for(['interrupted', 'edited'] as const)(
    'a test that is %s is written back, and runs once more',
    async (event, test) => {
      const harness = await start(test, files, { testEvent: event })
      const step = await harness.run(inputs)
      expect(step.outputs).toMatchObject({ verdict: 'passed', total: '1', 'executed-tests': '2' })
      const { source, attempts } = testNamed(step, 'Names the limit')
      expect(source).toMatchObject({ writtenBack: true })
      expect(attempts).toHaveLength(1)
      expect(attempts[0]?.taskId).not.toBe(resultsOf(step).agents[0]?.run?.taskId)
      expect(harness.report()).toContain('1 test that differed on the service and was written back')
    },
  )

  // None of them may come to its deadline, however busy the machine is.
  const hours = { timeout: '86400' }
  const greeting = { [FILE]: asks('Says hello', 'Hand over') }

  it('two agents have two tests of one name with other contents, and one of the same content', async (test) => {
    const harness = await start(
      test,
      {
        'agent-tests/a.yml': asks('Says hello', 'Hand over') + asks('Says goodbye', 'Hand over'),
        'agent-tests/b.yml': asks('Says hello', 'Hand over') + asks('Says goodbye', 'store credit'),
      },
      { agents: failing },
    )
    const step = await harness.run({
      agents: `Support bot, ${COPY}`,
      tests: `Support bot: agent-tests/a.yml\n${COPY}: agent-tests/b.yml`,
    })
    expect(step.outputs).toMatchObject({ total: '4', passed: '3', failed: '1' })
    const [hello = [], goodbye = []] = ['Says hello', 'Says goodbye'].map((wanted) =>
      resultsOf(step).agents.flatMap(({ run }) =>
        (run?.tests ?? []).flatMap(({ name, source }) =>
          name === wanted ? (source?.serviceName ?? '') : [],
        ),
      ),
    )
    expect([new Set(hello).size, new Set(goodbye).size]).toEqual([1, 2])
    expect(tally(harness)['POST /tests/bulk']).toBe(1)
  })

  it('jobs at once with the same 200 tests make 200, and repair none', async (test) => {
    const many = Array.from({ length: 200 }, (_, nth) => asks(`Says hello ${nth}`, 'Hand over')).join('')
    const harness = await start(test, { [FILE]: many }, { agents: failing, concurrency: 8 })
    const steps = await Promise.all(Array.from({ length: 8 }, () => harness.run(hours)))
    for (const { outputs } of steps)
      expect(outputs).toMatchObject({ verdict: 'passed', passed: '200', 'executed-tests': '200' })
    const bulks = harness.simulator.journal.filter(({ path }) => path === '/tests/bulk')
    expect(bulks.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(harness.requests().join()).not.toContain('PUT')
  })

  it('whatever a killed job leaves, the next one repairs', async (test) => {
    const options = { agents: failing, testEvent: 'edited' } as const
    const whole = await start(test, greeting, options)
    await whole.run(hours)
    expect(tally(whole)).toMatchObject({ 'POST /tests/bulk': 1, 'PUT /tests/…': 1 })
    const killedAt = whole.requests().map(async (_, nth) => {
      let seen = 0
      const rules: readonly ProxyRule[] = [
        () => {
          if (seen === nth) killed.kill('SIGKILL')
          seen += 1
          return undefined
        },
      ]
      const harness = await start(test, greeting, { ...options, faultProxy: { rules } })
      const killed = harness.start(hours)
      await killed.result
      return (await harness.run(hours)).outputs
    })
    for (const outputs of await Promise.all(killedAt))
      expect(outputs).toMatchObject({ verdict: 'passed', passed: '1' })
  })

  /** Somebody changes the only test on the service. */
  async function damage({ simulator }: Pick<Harness, 'simulator'>, change: object) {
    const headers = { 'x-api-key': simulator.apiKey, 'content-type': 'application/json' }
    const list: unknown = await fetch(`${simulator.url}/tests?q=·`, { headers }).then((each) => each.json())
    const { uuid } = Object(list).items[0]
    await fetch(`${simulator.url}/tests/${uuid}`, { method: 'PUT', headers, body: JSON.stringify(change) })
  }

  it('a test that fails, and is stripped before each further launch, has no further result', async (test) => {
    const rules: readonly ProxyRule[] = [
      async ({ kind, nth }) => {
        if (kind === 'launch' && nth > 1) await damage(harness, { config: { history: turns, evaluation } })
        return undefined
      },
    ]
    const harness = await start(test, files, { agents: failing, faultProxy: { rules } })
    const step = await harness.run({ ...withPrompt('Hand over.'), ...hours, ...worse })
    expect(step.outputs).toMatchObject({ verdict: 'inconclusive' })
    const found = testNamed(step, 'Names the limit')
    expect(found).toMatchObject({ outcome: 'undecided', source: { writtenBack: true } })
    const [first, ...others] = found.attempts.map(({ status }) => status)
    expect([first, new Set(others), others.length + 1 >= 14]).toEqual([
      'failed',
      new Set(['unanswered']),
      true,
    ])
    expect(step.summary).toContain('unclear: the test was edited on the service while the job ran')
  })

  const turns = [{ role: 'user', content: 'Says hello?' }]
  const evaluation = { type: 'response' }

  it('a test without content is written back, and runs once more', async (test) => {
    const harness = await start(test, greeting, { agents: failing })
    await harness.run(hours)
    await damage(harness, { config: {} })
    const step = await harness.run(hours)
    expect(step.outputs).toMatchObject({ verdict: 'passed', total: '1', passed: '1' })
    expect(testNamed(step, 'Says hello').source).toMatchObject({ writtenBack: true })
    expect((await harness.run(hours)).outputs).toMatchObject({ verdict: 'passed', 'executed-tests': '1' })
  })

  it.for<[string, object]>([
    ['fails a whole run', { history: turns, evaluation, inputs: 'k' }],
    ['crashes a launch', { history: turns, evaluation: null }],
  ])('a test that %s is told by its file', async ([, config], test) => {
    const harness = await start(test, greeting, { agents: failing })
    await harness.run(hours)
    await damage(harness, { config })
    const { outputs, summary } = await harness.run(hours)
    expect(outputs).toMatchObject({ verdict: 'inconclusive' })
    expect(summary).toContain(
      `A test of \`${FILE}\` may be damaged on the service: a test that is renamed or deleted there is made anew`,
    )
  })

  it('are made in halves behind a proxy that takes small requests, and one that is too large is named', async (test) => {
    const many = ['A', 'B', 'C', 'D'].map((name) => asks(name, 'Hand over'.repeat(300))).join('')
    const html = { headers: { 'content-type': 'text/html' }, body: '<h1>413 Request Entity Too Large</h1>' }
    const upTo =
      (bytes: number): ProxyRule =>
      ({ path, body }) =>
        path === '/tests/bulk' && body.length > bytes ? { kind: 'answer', status: 413, ...html } : undefined
    const wide = await start(test, { [FILE]: many }, { faultProxy: { rules: [upTo(8_000)] } })
    expect((await wide.run(hours)).outputs).toMatchObject({ total: '4' })
    const narrow = await start(test, { [FILE]: many }, { faultProxy: { rules: [upTo(1_000)] } })
    const { outputs, summary } = await narrow.run(hours)
    expect(outputs).toMatchObject({ verdict: 'inconclusive' })
    expect(summary).toContain('the test "A" is too large for the service, or for a proxy in front of it: ')
  })

  it('that lock the service as they are made end the job, which says so', async (test) => {
    let isLocked = false
    const rule: ProxyRule = ({ path }) => {
      isLocked ||= path === '/tests/bulk'
      return isLocked ? { kind: 'answer', status: 500, body: 'Internal Server Error' } : undefined
    }
    const harness = await start(test, greeting, { faultProxy: { rules: [rule] } })
    const { outputs, summary } = await harness.run(hours)
    expect(outputs).toMatchObject({ verdict: 'inconclusive' })
    expect(summary).toContain('the service answers HTTP 500 to everything since tests were being made')
    expect(summary).toContain('to restart it')
    expect(summary).not.toMatch(/· [0-9a-f]{16}/)
  })
})

it.concurrent.for([
  ['/agents/resolve', /("Support bot":)"[^"]*"/],
  ['/tests', /("uuid":)"[^"]*"/],
] as const)('an answer of %s with one wrong field is asked for again', async ([route, field], test) => {
  let garbled = 0
  const odd: ProxyRule = ({ path }) => {
    if (path !== route || garbled > 0) return undefined
    return {
      kind: 'rewrite',
      change: (body) =>
        body.replace(field, (_, key: string) => {
          garbled += 1
          return `${key}7`
        }),
    }
  }
  const files = { [FILE]: asks('Says hello', 'Hand over') }
  const harness = await start(test, files, { agents: failing, faultProxy: { rules: [odd] } })
  // The first job makes the test that the second one lists.
  for (const job of [1, 2]) {
    const { outputs } = await harness.run()
    expect([job, outputs['verdict'], outputs['executed-tests']]).toEqual([job, 'passed', '1'])
  }
  expect(garbled).toBe(1)
})
