// What a pull request does to its tests of files, on the bundle: said in every report, tried without the change, and `skip-unchanged`, which
// runs nothing where nothing changed.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { HEAD_SHA, pullRequestEvent, tally } from './harness.ts'
import { resultsOf, testNamed } from './results-file.ts'
import { asks, COPY, FILE, failing, start, withPrompt, worse } from './tests-in-files.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const hello = asks('Says hello', 'Hand over')
const limit = asks('Names the limit', '30 days')

/** The line of the comment, without addresses. */
const testsLine = (report: string) => {
  const line = report.split(/\n|<br>/).find((each) => each.startsWith('**Tests:**')) ?? ''
  return line.replace(/\]\([^)]*\)/g, ']').replace(/[*[\]\u2068\u2069]/g, '')
}
const headlineOf = (report: string) => report.split('\n').find((each) => each.startsWith('### ')) ?? ''

describe.concurrent('reports say', () => {
  it('on a green comment which tests the pull request removes, with their lines at the base', async (test) => {
    const harness = await start(test, { [FILE]: hello }, { agents: failing })
    harness.change({ [FILE]: hello + limit })
    const step = await harness.run()
    expect(step.outputs).toMatchObject({ verdict: 'passed', total: '1' })
    expect(headlineOf(harness.report())).toMatch(
      /Good to merge: 1 test passed; this pull request removes 1 test$/,
    )
    expect(testsLine(harness.report())).toBe('Tests: 1 removed: "Names the limit".')
    const base = resultsOf(step).decision.changes?.tests[0]?.commit
    expect(harness.report()).toMatch(new RegExp(`/blob/${base}/agent-tests/refunds\\.yml#L7`))
    expect(step.log).toContain('· Tests: 1 removed: "Names the limit".')
    expect(step.summary).toContain('**Tests:**')
  })

  it('on a green comment that nobody knows it; nothing where nothing changed', async (test) => {
    const harness = await start(test, { [FILE]: hello }, { agents: failing })
    await harness.run()
    expect(harness.report()).not.toContain('**Tests:**')
    const unknown = await start(test, { [FILE]: hello }, { agents: failing })
    unknown.github.faults.push((request) =>
      request.path.includes('/git/')
        ? { status: 403, body: { message: 'Resource not accessible by integration' } }
        : undefined,
    )
    const step = await unknown.run()
    expect(step.outputs['verdict']).toBe('passed')
    expect(headlineOf(unknown.report())).toMatch(
      /Good to merge: 1 test passed; it is not known which tests it removes or edits$/,
    )
    expect(testsLine(unknown.report())).toMatch(
      /^Tests: It is not known what this pull request changes\. .*HTTP 403.*contents: read/,
    )
  })
})

describe.concurrent('of two agents with tests of one name', () => {
  const [OF_BOT, OF_COPY] = ['agent-tests/bot.yml', 'agent-tests/copy.yml']
  const inputs = {
    agents: `Support bot\n${COPY}`,
    tests: `Support bot: ${OF_BOT}\n${COPY}: ${OF_COPY}`,
  }
  const filesOf = (ofBot: string, ofCopy: string) => ({ [OF_BOT]: ofBot, [OF_COPY]: ofCopy })

  it('each edit is counted, and each question is shown with its own agent', async (test) => {
    const ofCopy = limit.replace('Names the limit?', 'How long?').replace('30 days', 'a week')
    const harness = await start(test, filesOf(limit, ofCopy), { agents: failing })
    harness.change(filesOf(limit.replace('30 days', '60 days'), ofCopy.replace('a week', 'two weeks')))
    const step = await harness.run(inputs)
    expect(headlineOf(harness.report())).toMatch(/edits what 2 expect$/)
    expect(testsLine(harness.report())).toBe('Tests: 2 edited (criteria).')
    expect(step.summary).not.toContain('· in 2 agents')
    for (const [question, bot] of [
      ['Names the limit?', 'Support bot'],
      ['How long?', COPY],
    ] as const) {
      const shown = step.summary.split('<details').find((part) => part.includes(question)) ?? ''
      expect(shown.replace(/[\u2068\u2069]/g, '')).toContain(`· ${bot} ·`)
    }
  })

  it('a test that moves from one to the other was not removed', async (test) => {
    const harness = await start(test, filesOf(hello, hello.replace('hello', 'goodbye') + limit), {
      agents: failing,
    })
    harness.change(filesOf(hello + limit, hello.replace('hello', 'goodbye')))
    const step = await harness.run({ ...inputs, mode: 'report' })
    expect(testsLine(harness.report())).toBe('Tests: 1 moved.')
    expect(step.outputs['headline']).not.toContain('removes')
    expect(harness.report()).toMatch(/failed once; moved by this pull request\./)
  })

  it('files that no pattern matches any more leave the names of their tests', async (test) => {
    const harness = await start(test, { [FILE]: hello, 'agent-tests/old.txt': limit }, { agents: failing })
    harness.change({ [FILE]: hello, 'agent-tests/old.yml': limit })
    await harness.run()
    expect(testsLine(harness.report())).toBe('Tests: 1 removed: "Names the limit".')
  })
})

const [, command = ''] =
  /run: (jq --exit-status .* "\$RESULTS")$/m.exec(
    readFileSync(new URL('../../docs/tests.md', import.meta.url), 'utf8'),
  ) ?? []
/** In CI it has to be there. */
const hasJq = process.env['CI'] === 'true' || spawnSync('sh', ['-c', 'jq --version']).status === 0
if (!hasJq) console.log('Skipped: the command of tests.md that fails because of removed tests. Install jq.')

it.skipIf(!hasJq)('the command of tests.md fails if tests were removed, or nobody knows', async (test) => {
  const harness = await start(test, { [FILE]: hello }, { agents: failing })
  const exitCode = async () => {
    const input = JSON.stringify(resultsOf(await harness.run()))
    return spawnSync('sh', ['-c', command], { env: { ...process.env, RESULTS: '-' }, input }).status
  }
  expect(await exitCode()).toBe(0)
  harness.change({ [FILE]: hello + limit })
  expect(await exitCode()).toBe(1)
  harness.change({ [FILE]: hello })
  harness.github.faults.push(({ path }) => (path.includes('/git/') ? { status: 403, body: {} } : undefined))
  expect(await exitCode()).toBe(1)
})

describe.concurrent('without the change', () => {
  const prompt = withPrompt('Refunds: 30 days. Hand over.')
  const launchesOf = (harness: Awaited<ReturnType<typeof start>>) =>
    harness.simulator.journal.filter(({ method, path }) => method === 'POST' && path.endsWith('/run'))

  it('added tests run once on the control, which the line, the fold and the page count', async (test) => {
    const bye = asks('Says goodbye', 'Hand over')
    const harness = await start(test, { [FILE]: hello + limit + bye }, { agents: failing })
    harness.change({ [FILE]: hello })
    const step = await harness.run({ ...prompt, ...worse })
    expect(step.outputs).toMatchObject({ verdict: 'passed', total: '3', 'executed-tests': '5' })
    expect(testsLine(harness.report())).toBe(
      'Tests: 2 added. 1 of 2 tests failed without this change, and passed with it.',
    )
    expect(harness.report().replace(/[\u2068\u2069]/g, '')).toMatch(
      /Added: .*Says goodbye.* · Support bot \(preview\) · passes without the change, too\n/,
    )
    expect(step.log).toContain('Try added and edited tests without the change')
    expect(testNamed(step, 'Says hello').control).toBeNull()
    expect(testNamed(step, 'Names the limit').control).toMatchObject({
      name: 'Support bot',
      attempts: [{ status: 'failed', reasoning: expect.stringContaining('30 days') }],
    })
    // The copy is written for its own run alone.
    expect(tally(harness)).toMatchObject({ 'PUT /agents/…': 1 })
    expect(launchesOf(harness)).toHaveLength(2)
  })
})

describe.concurrent('nobody hides', () => {
  it('an added test behind another text in the workspace, as a checkout with the attribute ident writes it', async (test) => {
    const added = limit.replace('Names the limit?', 'Names the limit? $Id$')
    const harness = await start(test, { [FILE]: hello + added }, { agents: failing })
    harness.change({ [FILE]: hello }, { [FILE]: hello + added, '.gitattributes': '*.yml ident' })
    harness.write(FILE, (hello + added).replace('$Id$', `$Id: ${'a'.repeat(40)} $`))
    const step = await harness.run({ ...withPrompt('Hand over.'), ...worse })
    expect(step.outputs).toMatchObject({ verdict: 'failed', failed: '1' })
    expect(harness.report()).toContain('added by this pull request')
  })

  it('an added test, with an annotation at its line in the head, where the base has added one above it', async (test) => {
    const harness = await start(test, { [FILE]: hello + limit }, { agents: failing })
    const { git } = harness.github
    const base = git.commit({ [FILE]: hello })
    const head = git.commit({ [FILE]: limit }, [git.commit({})], HEAD_SHA)
    harness.write('.git/HEAD', git.commit({ [FILE]: hello + limit }, [base, head]))
    const step = await harness.run({ mode: 'gate' })
    const places = step.commands.filter(({ name }) => name === 'error').map(({ properties }) => properties)
    expect(places).toContainEqual(expect.objectContaining({ file: FILE, line: '1' }))
    expect(harness.report()).toContain(`/blob/${HEAD_SHA}/${FILE}#L1)`)
  })

  it('an added test behind a link and the runs of another pull request', async (test) => {
    const harness = await start(test, { [FILE]: hello + limit }, { agents: failing })
    harness.change({ [FILE]: hello })
    const inputs = { mode: 'gate-if-worse' }
    const first = await harness.run(inputs)
    expect(first.outputs['verdict']).toBe('failed')
    const { git } = harness.github
    const base = git.commit({ [FILE]: hello })
    const now = { [FILE]: hello + limit, 'agent-tests/z.yml': { link: 'refunds.yml' } }
    harness.write('.git/HEAD', git.commit(now, [base, git.commit(now, [base], HEAD_SHA)]))
    const created_at = new Date(Date.now() + DAY_MS).toISOString()
    const event = { ...pullRequestEvent, pull_request: { ...pullRequestEvent.pull_request, created_at } }
    const second = await harness.run(inputs, { event })
    expect(second.outputs['verdict']).toBe('inconclusive')
  })
})

describe.concurrent('with skip-unchanged', () => {
  const PROMPT = 'prompts/bot.md'
  const job = {
    override: `${COPY}: { system_prompt: { file: ${PROMPT} } }`,
    ...{ agents: '', mode: 'gate-if-worse', 'skip-unchanged': 'true' },
  }
  const files = { [FILE]: hello, [PROMPT]: 'Hand over.' }
  const writes = (harness: Parameters<typeof tally>[0]) =>
    Object.keys(tally(harness)).filter((each) => !/^GET |^POST \/agents\/resolve$/.test(each))

  it('a pull request of only code runs and writes nothing, and passes', async (test) => {
    const harness = await start(test, files, { agents: failing })
    const step = await harness.run(job)
    expect(step.outputs).toMatchObject({ verdict: 'passed', total: '0', 'executed-tests': '0' })
    expect(writes(harness)).toEqual([])
    expect(Object.keys(tally(harness)).filter((each) => /tests|evaluators/.test(each))).toEqual([])
    expect(headlineOf(harness.report())).toMatch(/✅ Good to merge: nothing to test$/)
    expect(harness.report().replace(/[\u2068\u2069]/g, '')).toContain(
      'Skipped: this pull request changes neither Support bot nor its tests.',
    )
    expect(harness.report()).not.toContain('⚠️')
    expect(resultsOf(step).agents).toMatchObject([
      { name: COPY, outcome: 'skipped', problem: { kind: 'unchanged' } },
    ])
  })

  it('a copy is tested if nobody knows what the pull request changes, and the log says so', async (test) => {
    const harness = await start(test, files, { agents: failing })
    harness.github.faults.push(({ path }) => (path.includes('/git/') ? { status: 500, body: {} } : undefined))
    const unknown = await harness.run(job)
    expect(unknown.outputs).toMatchObject({ verdict: 'passed', 'executed-tests': '1' })
    expect(unknown.log).toContain('Nothing is skipped as unchanged')
  })

  it('a copy is tested with a value that the workflow has, which an expression may have made', async (test) => {
    const harness = await start(test, files, { agents: failing })
    const step = await harness.run({ ...job, ...withPrompt('Hand over.'), agents: '' })
    expect(step.outputs).toMatchObject({ verdict: 'passed', 'executed-tests': '1' })
    expect(harness.report()).toContain('Passed: 1 test passed, with the prompt of this workflow')
  })

  it('is an invalid input without override, and in other modes', async (test) => {
    const harness = await start(test, files)
    const inputs = { 'skip-unchanged': 'true' }
    expect((await harness.run(inputs)).log).toContain('Input "skip-unchanged": it needs "override"')
    const gate = await harness.run({ ...job, mode: 'gate' })
    expect(gate.log).toContain('Input "skip-unchanged": it needs the mode "gate-if-worse"')
  })

  it('has no effect in the mode "report", and the log says so', async (test) => {
    const harness = await start(test, files, { agents: failing })
    const step = await harness.run({ ...job, mode: 'report' })
    expect(step.outputs).toMatchObject({ verdict: 'passed', 'executed-tests': '1' })
    expect(step.log).toContain('Input "skip-unchanged": it has no effect in the mode "report".\n')
    expect(step.annotations).toEqual([])
  })

  it('a job without a pull request runs what it tests', async (test) => {
    const harness = await start(test, files, { agents: failing })
    const push = { eventName: 'push', event: { after: HEAD_SHA, repository: { full_name: 'acme/shop' } } }
    const step = await harness.run(job, push)
    expect(step.outputs).toMatchObject({ verdict: 'passed', 'executed-tests': '1' })
  })
})
