// What a checkout or a step leaves in the workspace, on the bundle: nothing is called the pull request's that is not, and nothing of it is passed over.
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { HEAD_SHA, pullRequestEvent } from './harness.ts'
import { testNamed } from './results-file.ts'
import { asks, COPY, FILE, failing, start, withPrompt, worse } from './tests-in-files.ts'

const PROMPT = 'prompts/bot.md'
const hello = asks('Says hello', 'Hand over')
const limit = asks('Names the limit', '30 days')
const withFile = { agents: COPY, override: `${COPY}: { system_prompt: { file: ${PROMPT} } }` }
const lines = (report: string) => report.replace(/[\u2068\u2069]/g, '')

describe.concurrent('a workspace of another commit', () => {
  it.for([
    ['an override', 'pull_request_target', { ...withFile, tests: '' }],
    ['files of tests', 'pull_request_target', {}],
    ['both and skip-unchanged', 'pull_request_target', { ...withFile, ...worse, 'skip-unchanged': 'true' }],
  ] as const)(
    'ends a job with %s on %s before any request to the service',
    async ([, eventName, inputs], test) => {
      const files = { [FILE]: hello, [PROMPT]: 'Hand over.' }
      const harness = await start(test, files, { agents: failing })
      const main = harness.github.git.commit(files)
      harness.github.pullRequests.set(7, pullRequestEvent.pull_request)
      harness.write('.git/HEAD', main)
      const step = await harness.run(inputs, { eventName })
      expect([step.conclusion, harness.requests()]).toEqual(['failure', []])
      const found = `The workspace has ${main.slice(0, 7)}, not pull request #7 (${HEAD_SHA.slice(0, 7)}).`
      expect(step.annotations).toMatchObject([{ level: 'error', title: 'Nothing was tested' }])
      expect(step.annotations[0]?.message).toContain(
        // biome-ignore lint/suspicious/noTemplateCurlyInString: as a workflow has it
        `${found} Check out \`ref: ${'${{ github.event.pull_request.head.sha }}'}\`.`,
      )
      expect(step.annotations[0]?.message).toContain('/SECURITY.md#code-of-pull-requests-beside-secrets')
      expect(harness.report()).toContain('### ❌ Do not merge: nothing was tested')
    },
  )

  it('that GitHub does not know is not called the pull request’s, and is tested with skip-unchanged', async (test) => {
    const files = { [FILE]: hello, [PROMPT]: 'Hand over.' }
    const harness = await start(test, files, { agents: failing })
    const inputs = { ...withFile, ...worse, 'skip-unchanged': 'true' }
    const known = await harness.run(inputs)
    expect(known.outputs).toMatchObject({ verdict: 'passed', 'executed-tests': '0' })
    harness.write('.git/HEAD', 'f'.repeat(40))
    harness.write(PROMPT, 'Hand over. Made by a step.')
    const step = await harness.run(inputs, { eventName: 'pull_request_target' })
    expect(step.outputs).toMatchObject({ verdict: 'passed', 'executed-tests': '1' })
    expect(lines(harness.report())).toContain(`Tested with the changed \`system_prompt\` (${PROMPT})`)
  })
})

describe.concurrent('several checkouts', () => {
  const files = { [FILE]: hello, [PROMPT]: 'Hand over.' }

  it('are the base and, in a folder, the pull request on pull_request_target', async (test) => {
    const harness = await start(test, files, { agents: failing })
    harness.write('.git/HEAD', harness.github.git.commit({ [FILE]: limit, [PROMPT]: 'Be rude.' }))
    for (const [path, text] of Object.entries(files)) harness.write(`pr/${path}`, text)
    harness.write('pr/.git/HEAD', HEAD_SHA)
    const inputs = {
      override: `${COPY}: { system_prompt: { file: pr/${PROMPT} } }`,
      ...{ agents: COPY, tests: 'pr/agent-tests/*.yml' },
    }
    const step = await harness.run(inputs, { eventName: 'pull_request_target' })
    expect(step.outputs).toMatchObject({ verdict: 'passed', total: '1' })
    expect(lines(harness.report())).toContain(`this pull request's \`system_prompt\` (${PROMPT} of `)
    const beside = await harness.run({ ...inputs, tests: FILE }, { eventName: 'pull_request_target' })
    expect(beside.log).toContain('It is in pr, too: name all files of "override" and "tests" there.')
  })

  it('may have a prompt of another repository, which is not the pull request’s', async (test) => {
    const harness = await start(test, files, { agents: failing })
    harness.write('library/.git/config', '[remote "origin"]\n\turl = https://github.com/acme/prompts\n')
    harness.write('library/p.md', 'Hand over.')
    const override = `${COPY}: { system_prompt: { file: library/p.md } }`
    await harness.run({ agents: COPY, override })
    expect(lines(harness.report())).toContain('Passed: 1 test passed, with the prompt of acme/prompts')
    expect(lines(harness.report())).toContain('the `system_prompt` of acme/prompts (library/p.md)')
  })

  it('may not have a link of the pull request to what a step wrote', async (test) => {
    const harness = await start(
      test,
      { [FILE]: hello, '.env': 'KEY=1', 'prompts/x': '' },
      { agents: failing },
    )
    const committed = { [FILE]: hello, [PROMPT]: { link: '../.env' } }
    harness.github.git.commit(committed, [], HEAD_SHA)
    harness.write('.git/HEAD', HEAD_SHA)
    symlinkSync('../.env', join(harness.workspace, PROMPT))
    const step = await harness.run({ ...withFile, tests: '' })
    expect([step.conclusion, harness.requests()]).toEqual(['failure', []])
    expect(step.log).toContain(`${PROMPT} is a link to .env`)
  })
})

describe.concurrent('reports name', () => {
  it('the pull request’s file with its commit, and link a test at the commit that has its line', async (test) => {
    const harness = await start(test, { [FILE]: hello, [PROMPT]: 'Be rude.' })
    harness.change({}, { [FILE]: hello, [PROMPT]: 'Be rude.' })
    const step = await harness.run(withFile)
    expect(step.outputs['verdict']).toBe('failed')
    const report = lines(harness.report())
    expect(report).toContain(
      `this pull request's \`system_prompt\` (${PROMPT} of \`${HEAD_SHA.slice(0, 7)}\`)`,
    )
    const { commit } = testNamed(step, 'Says hello').source ?? {}
    expect(commit).toMatch(/^[0-9a-f]{40}$/)
    expect(commit).not.toBe(HEAD_SHA)
    expect(report).toContain(`/blob/${commit}/${FILE}#L1`)
  })
})

describe.concurrent('files of tests', () => {
  it.for(['gate', 'gate-if-worse'])(
    'that the pull request adds, and the checkout left out, end a job in %s',
    async (mode, test) => {
      const [left, kept] = ['agent-tests/left.yml', 'agent-tests/kept.yml']
      const harness = await start(test, { [kept]: hello }, { agents: failing })
      harness.change({ [kept]: hello, [left]: hello }, { [kept]: hello })
      const base = harness.github.git.commit({ [kept]: hello })
      const now = { [kept]: hello, [left]: limit }
      harness.write(
        '.git/HEAD',
        harness.github.git.commit(now, [base, harness.github.git.commit(now, [base], HEAD_SHA)]),
      )
      const step = await harness.run({ mode })
      expect([step.conclusion, harness.requests()]).toEqual(['failure', []])
      expect(step.log).toContain(`Input "tests": the checkout lacks ${left}`)
    },
  )

  it('that a step makes leave a failing test undecided, and its line names the file', async (test) => {
    const harness = await start(test, { [FILE]: hello }, { agents: failing })
    harness.change({ [FILE]: hello })
    harness.write('agent-tests/made.yml', limit)
    const step = await harness.run({ mode: 'gate-if-worse' })
    expect(step.outputs['verdict']).toBe('inconclusive')
    expect(testNamed(step, 'Names the limit')).toMatchObject({
      cause: 'undecided',
      source: { committed: false, commit: null },
    })
    expect(lines(harness.report())).toContain('a step of this job made agent-tests/made.yml')
    expect(harness.report()).toContain(
      'This job ran the tests of this pull request against the deployed agent. Its other files were not part of it.',
    )
  })

  it('that a step makes are not this pull request’s tests', async (test) => {
    const harness = await start(test, { [PROMPT]: 'Hand over.' }, { agents: failing })
    harness.change({ [PROMPT]: 'Hand over.' })
    harness.write('agent-tests/made.yml', limit)
    await harness.run({ mode: 'gate-if-worse' })
    expect(harness.report()).toContain(
      'This job tested the deployed agent: unless you deployed this pull request, it is not the cause.',
    )
  })

  it('that a step makes stay what their control says', async (test) => {
    const harness = await start(test, { [FILE]: hello }, { agents: failing })
    harness.change({ [FILE]: hello })
    harness.write('agent-tests/made.yml', limit)
    const step = await harness.run({ ...withPrompt('Hand over.'), ...worse })
    expect(testNamed(step, 'Names the limit').cause).toBe('older')
    expect(step.outputs['verdict']).toBe('passed')
  })
})
