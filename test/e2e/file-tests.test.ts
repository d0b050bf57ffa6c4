// The input `tests` on the bundle: files of the workspace in place of linked tests, and what a pull request changes in them.
import { describe, expect, it } from 'vitest'
import type { ProxyRule } from './faults/fault-proxy.ts'
import { configure, HEAD_SHA, pullRequestEvent, tally } from './harness.ts'
import { junitOf, resultsOf, testNamed } from './results-file.ts'
import { asks, COPY, FILE, failing, start, withPrompt, worse } from './tests-in-files.ts'

const DAY_MS = 24 * 60 * 60 * 1000

describe.concurrent('tests of files', () => {
  it('run in place of the linked ones, are made once, and have their own names', async (test) => {
    const harness = await start(test, {
      [FILE]: asks('Names the limit', '30 days') + asks('Says hello', 'Hand over'),
    })
    const first = await harness.run(withPrompt('Refunds: 30 days. Hand over.'))
    expect(first.outputs).toMatchObject({ verdict: 'passed', total: '2', 'executed-tests': '2' })
    const made = testNamed(first, 'Names the limit').source
    const serviceName = expect.stringMatching(/^Names the limit · [0-9a-f]{16}$/)
    expect(made).toEqual({
      file: FILE,
      line: 1,
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
      serviceName,
      change: null,
      committed: true,
      made: true,
      writtenBack: false,
    })
    expect(first.log).toMatch(/tests of files: \d+ made on the service/)
    expect(junitOf(first)).toContain(`name="Says hello" classname="${COPY}" file="${FILE}" line="7"`)
    const before = tally(harness)
    const second = await harness.run(withPrompt('Refunds: 30 days. Hand over.'))
    expect(testNamed(second, 'Names the limit').source).toEqual({ ...made, made: false })
    const [lists, bulks] = ['GET /tests', 'POST /tests/bulk'].map((kind) => [
      before[kind],
      tally(harness)[kind],
    ])
    expect([lists, bulks]).toEqual([
      [1, 2],
      [1, 1],
    ])
    expect([first.log, first.summary, harness.report(), junitOf(first)].join()).not.toMatch(
      /· [0-9a-f]{16}\b/,
    )
  })

  it('block with the prompt that lacks what they demand, at their line', async (test) => {
    const harness = await start(test, {
      [FILE]: asks('Says hello', 'Hand over') + asks('Names the limit', '30 days'),
    })
    harness.change({ [FILE]: asks('Says hello', 'Hand over') })
    const red = await harness.run({ ...withPrompt('Hand over.'), ...worse })
    expect(red.outputs).toMatchObject({ verdict: 'failed', passed: '1', failed: '1' })
    expect(testNamed(red, 'Names the limit')).toMatchObject({
      cause: 'yours',
      blocks: true,
      source: { change: 'added', line: 7 },
    })
    const { commit } = testNamed(red, 'Names the limit').source ?? {}
    const line = `https://github.com/acme/shop/blob/${commit}/${FILE}#L7`
    const name = `[**Names the limit**](${line})`
    expect(harness.report()).toContain(
      `${name} failed 3 of 3, without the change 0 of 2; added by this pull request.`,
    )
    expect(harness.report()).toContain(`correct \`${FILE}:7\``)
    const errors = red.commands.filter(({ name }) => name === 'error')
    expect(errors.map(({ properties }) => properties)).toContainEqual({
      file: FILE,
      line: '7',
      title: `${COPY}: Names the limit`,
    })
    const green = await harness.run({ ...withPrompt('Refunds: 30 days. Hand over.'), ...worse })
    expect(green.outputs).toMatchObject({ verdict: 'passed', passed: '2' })
  })

  it('block although the control fails them, too, after three attempts, unless the pull request accepts them', async (test) => {
    const files = { [FILE]: asks('Names the limit', 'store credit') }
    const harness = await start(test, files, { agents: failing })
    harness.change({})
    const inputs = { ...withPrompt('Hand over.'), ...worse }
    expect((await harness.run(inputs)).outputs).toMatchObject({ verdict: 'failed' })
    expect(harness.report()).toContain(
      'failed 3 of 3, without the change 2 of 2; added by this pull request.',
    )
    const day = new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 10)
    const accept = `${COPY} / Names the limit until ${day}`
    const { outputs } = await harness.run({ ...inputs, accept })
    expect(outputs).toMatchObject({ verdict: 'passed', failed: '1', 'executed-tests': '1' })
  })

  it('that are the pull request’s own and may not run three times name the limit', async (test) => {
    const harness = await start(
      test,
      { [FILE]: asks('Names the limit', 'store credit') },
      { agents: failing },
    )
    harness.change({})
    const step = await harness.run({ agents: 'Support bot', mode: 'gate-if-worse', 'max-tests': '2' })
    expect(step.outputs).toMatchObject({ verdict: 'inconclusive', 'executed-tests': '2' })
    expect(testNamed(step, 'Names the limit')).toMatchObject({ cause: 'undecided', blocks: false })
    expect(harness.report()).toContain('`max-tests: 2` left no test for a retry')
    expect(harness.report()).toContain('raise `max-tests`, or split the agents over several jobs.')
  })

  it('that nobody knows to be new are undecided by history, unless their very form failed before', async (test) => {
    const known = asks('Says hello', 'Hand over') + asks('Says goodbye', 'store credit')
    const harness = await start(test, { [FILE]: known }, { agents: failing })
    const inputs = { agents: 'Support bot', mode: 'gate-if-worse' }
    const event = { ...pullRequestEvent, pull_request: latePullRequest }
    await harness.run({ ...inputs, mode: 'report' }, { event })
    harness.github.faults.push(refusesGit)
    const older = await harness.run(inputs, { event })
    expect(older.outputs).toMatchObject({ verdict: 'passed', failed: '1' })
    expect(testNamed(older, 'Says goodbye')).toMatchObject({ cause: 'older' })
    harness.write(FILE, known + asks('Names the limit', 'store credit'))
    const added = await harness.run(inputs, { event })
    expect(added.outputs).toMatchObject({ verdict: 'inconclusive' })
    expect(testNamed(added, 'Names the limit')).toMatchObject({ cause: 'undecided', blocks: false })
    expect(added.log).toContain('permissions: contents: read')
    harness.write(
      FILE,
      known.replace('Says hello?', 'Do you say hello?').replace('Hand over', 'store credit'),
    )
    const edited = await harness.run(inputs, { event })
    expect(testNamed(edited, 'Says hello')).toMatchObject({ cause: 'undecided' })
  })

  it('that fail after their evaluator was deleted and made again are compared: files name it', async (test) => {
    const earlier = new Set<string>()
    let isMadeAgain = false
    const withOtherId: ProxyRule = ({ kind, path }) => {
      const taskId = path.split('/').at(-1) ?? ''
      if (kind === 'details' && !isMadeAgain) earlier.add(taskId)
      // Its times are whole seconds, and the job begins within one.
      if (/\/agents\/[\w-]+$/.test(path))
        return { kind: 'rewrite', change: (body) => body.replaceAll(/("updated_at":")\d{4}/g, '$12020') }
      if (!isMadeAgain || !earlier.has(taskId)) return undefined
      const change = (body: string) => body.replaceAll(/("evaluator_uuid":")[0-9a-f]{8}/g, '$1deadbeef')
      return { kind: 'rewrite', change }
    }
    const files = { [FILE]: asks('Says hello', 'Hand over') + asks('Says goodbye', 'Hand over') }
    const harness = await start(test, files, { agents: failing, faultProxy: { rules: [withOtherId] } })
    const event = { ...pullRequestEvent, pull_request: latePullRequest }
    for (const _ of [1, 2, 3]) await harness.run({ mode: 'report' }, { event })
    isMadeAgain = true
    await configure(harness.simulator, 'Support bot', { system_prompt: 'Good day.' })
    const step = await harness.run({ mode: 'gate-if-worse' }, { event })
    expect(testNamed(step, 'Says hello')).toMatchObject({ cause: 'changed', edits: [] })
    expect(step.outputs).toMatchObject({ verdict: 'failed' })
  })

  it('that the pull request removes, renames and edits are published, with what changed', async (test) => {
    const kept = asks('Says hello', 'Hand over')
    const edited = asks('Says goodbye', 'Hand over')
    const harness = await start(
      test,
      { [FILE]: kept + edited.replaceAll('Correctness', 'Faithfulness') },
      { agents: failing },
    )
    harness.change({
      [FILE]: kept.replace('name: Says hello', 'name: Greets') + edited,
      'agent-tests/old.yml': asks('Names the limit', '30 days'),
    })
    const step = await harness.run({ mode: 'gate-if-worse', comment: 'false' })
    const { decision } = resultsOf(step)
    const of = {
      agent: 'Support bot',
      before: null,
      edits: [],
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
      serviceName: expect.stringMatching(/^[\w ]+ · [0-9a-f]{16}$/),
    }
    expect(decision?.changes).toEqual({
      ...{ known: 'yes', reason: null },
      tests: [
        { ...of, name: 'Says hello', what: 'renamed', before: 'Greets', file: FILE, line: 1 },
        {
          ...of,
          ...{ name: 'Says goodbye', what: 'edited', file: FILE, line: 7 },
          edits: [{ what: 'evaluators', before: 'Correctness', now: 'Faithfulness' }],
        },
        { ...of, name: 'Names the limit', what: 'removed', file: 'agent-tests/old.yml', line: 1 },
      ],
    })
    const nothing = await harness.run({ details: 'none' })
    expect(resultsOf(nothing).decision.changes?.tests[1]?.edits).toEqual([
      { what: 'evaluators', before: null, now: null },
    ])
  })

  it.skipIf(process.platform === 'win32')(
    'in a file whose name has invisible characters make no place of others, and no two cases of one name',
    async (test) => {
      const path = 'agent-tests/a\u202elmy.\u001b[31mb.yml'
      const names = ['Store credit', 'Store\u200b credit', 'Store  credit']
      const text = names.map((name) => asks(name, 'store credit')).join('')
      const harness = await start(test, { [path]: text }, { agents: failing })
      harness.change({})
      const step = await harness.run()
      expect(step.outputs).toMatchObject({ verdict: 'failed' })
      expect(step.raw).not.toMatch(/\u202e|\u001b\[31mb/)
      const cases = junitOf(step).match(/<testcase name="[^"]*"/g) ?? []
      expect([cases.length, new Set(cases).size]).toEqual([names.length, names.length])
    },
  )
})

const refusesGit = ({ path }: { readonly path: string }) =>
  path.includes('/git/')
    ? { status: 403, body: { message: 'Resource not accessible by integration' } }
    : undefined

const { pull_request: pullRequest } = pullRequestEvent
const latePullRequest = { ...pullRequest, created_at: '2100-01-01T00:00:00Z' }

describe.concurrent('wrong files', () => {
  it('end the job before any request, all at once', async (test) => {
    const text = '- name: A\n  history: []\n- name: B\n  evaluators:\n    - name: Correctness\n'
    const harness = await start(test, { [FILE]: text })
    const { exitCode, log, raw, summary } = await harness.run()
    expect(exitCode).toBe(1)
    expect(harness.requests()).toEqual([])
    for (const place of [`${FILE}:2`, `${FILE}:3`]) expect(log).toContain(`Input "tests": ${place}: `)
    expect(log).toContain('Write it like this:')
    expect(raw).toContain(`::error title=Invalid input,file=${FILE},line=2::Input "tests": ${FILE}:2: `)
    expect(summary).toContain(`\n- ❌ \`tests\`: \`${FILE}:2\`: `)
    expect(summary).toMatch(/^```text\n.*1 \| - name: A\nWrite it like this:\n/m)
  })

  it('of evaluators that the service does not have end it before a launch', async (test) => {
    const harness = await start(test, { [FILE]: asks('A', 'x').replace('Correctness', 'Corectness') })
    const { raw } = await harness.run()
    const [place, error] = [`${FILE}:5: `, 'the service has no evaluator']
    expect(harness.report()).toContain('### ❌ Do not merge: nothing was tested\n')
    expect(harness.report()).toContain(`- ❌ \`tests\`: \`${FILE}:5\`: ${error}`)
    expect(raw).toContain(`::error title=Invalid input,file=${FILE},line=5::Input "tests": ${place}${error}`)
    expect(tally(harness)).toEqual({ 'POST /agents/resolve': 1, 'GET /evaluators': 1 })
  })

  it('of a fork end it, too', async (test) => {
    const harness = await start(test, { [FILE]: asks('A', 'x') })
    const head = { sha: HEAD_SHA, repo: { id: 2 } }
    const event = { ...pullRequestEvent, pull_request: { ...pullRequest, head } }
    const { log } = await harness.run({}, { event })
    expect(log).toContain('Input "tests": the change may come from a fork')
    expect(harness.requests()).toEqual([])
  })
})
