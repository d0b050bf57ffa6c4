// Tests of files on the service, on the bundle: made once, repaired, and each row of a run proves what was asked.
import { describe, expect, it } from 'vitest'
import type { ProxyRule } from './faults/fault-proxy.ts'
import { tally } from './harness.ts'
import { resultsOf, testNamed } from './results-file.ts'
import { asks, FILE, failing, start, withPrompt } from './tests-in-files.ts'

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
      expect(attempts.map(({ status }) => status)).toEqual(['unanswered', 'passed'])
      expect(attempts[0]?.taskId).toBe(resultsOf(step).agents[0]?.run?.taskId)
      expect(attempts[1]?.taskId).not.toBe(attempts[0]?.taskId)
      expect(harness.report()).toContain('had 1 test written back from the files')
    },
  )

  it('a read of the ended run that lacks its rows is repeated, and nothing runs again', async (test) => {
    const withoutRows: ProxyRule = ({ kind, nth }) =>
      kind === 'details' && nth === 1
        ? { kind: 'rewrite', change: (body) => JSON.stringify({ ...JSON.parse(body), results: [] }) }
        : undefined
    const harness = await start(test, files, { faultProxy: { rules: [withoutRows] } })
    const step = await harness.run(inputs)
    expect(step.outputs).toMatchObject({ verdict: 'passed', total: '1', 'executed-tests': '1' })
  })

  // None of them may come to its deadline, however busy the machine is.
  const hours = { timeout: '86400' }
  const greeting = { [FILE]: asks('Says hello', 'Hand over') }

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

  it('a test that somebody damaged there is told by its file', async (test) => {
    const harness = await start(test, greeting, { agents: failing })
    await harness.run(hours)
    const { url, apiKey } = harness.simulator
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
    const list: unknown = await fetch(`${url}/tests?q=·`, { headers }).then((each) => each.json())
    const body = JSON.stringify({ config: { evaluation: null } })
    await fetch(`${url}/tests/${Object(list).items[0].uuid}`, { method: 'PUT', headers, body })
    const { outputs, summary } = await harness.run(hours)
    expect(outputs).toMatchObject({ verdict: 'inconclusive' })
    expect(summary).toContain('did not start (HTTP 500')
    expect(summary).not.toMatch(/may have started|costs again/)
    expect(summary).toContain(
      `perhaps a test of \`${FILE}\` is damaged on the service: a test that is renamed`,
    )
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
