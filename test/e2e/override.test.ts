// The input `override` on the bundle: what is written to a copy of an agent before each launch, whose change may be, and which runs
// count where jobs write at the same moment.
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, type TestContext } from 'vitest'
import type { Fixture, SimulatedAgent, Verification } from '../../simulator/src/index.ts'
import { createFolder, writeFiles } from '../support/folders.ts'
import { fastTime } from '../support/runner/fast-time.ts'
import { cancelOnce, describeSignals } from './cancel-step.ts'
import { everythingWritten } from './everything-written.ts'
import type { ProxyRule } from './faults/fault-proxy.ts'
import { configOf, createHarness, type Harness, type HarnessOptions, PULL_REQUEST, tally } from './harness.ts'
import { resultsOf, testNamed } from './results-file.ts'

const AGENT = 'Support bot (preview)'
const FACTOR = 100
const GOOD = 'Refunds: 30 days. Hand over to a colleague. Nothing about other customers.'
const URL = 'https://preview.acme.test/chat?token=t0ken-of-the-preview'

const quick = { parameters: { durationMs: 0 } }
const ownKind: readonly SimulatedAgent[] = [
  { name: AGENT, scenario: 'prompted', ...quick },
  { name: 'Support bot', scenario: 'prompted', ...quick },
]
const connected = (
  verifications: SimulatedAgent['verifications'] = [],
  scenario: SimulatedAgent['scenario'] = 'all-pass',
): readonly SimulatedAgent[] => [
  { name: AGENT, scenario, ...quick, verifications },
  {
    name: 'Support bot',
    scenario,
    ...quick,
    config: {
      agent_url: 'https://bot.acme.test/chat',
      connection_verified: true,
      agent_headers: { Authorization: 'Bearer s3cret-of-production' },
      default_inputs: { tenant: '1nput-of-production' },
    },
  },
]

/** Time runs faster in the bundle and in the verifications of the simulator. */
async function start(test: TestContext, options: HarnessOptions) {
  const sleep = (ms: number) => wait(ms / FACTOR, undefined, { ref: false })
  const harness = await createHarness({ sleep, ...options }, test.onTestFinished)
  const run = (patch: string, more: Readonly<Record<string, string>> = {}, step = {}) =>
    harness.run({
      env: fastTime(FACTOR),
      ...step,
      with: { agents: AGENT, override: `${AGENT}: { ${patch} }`, timeout: '1800', ...more },
    })
  const config = () => configOf(harness.simulator, AGENT)
  return { ...harness, run, config }
}

/** A cache that answers so many reads of each agent with what it has. */
const cachedFor =
  (reads: number): ProxyRule =>
  ({ method, path, nth }) => {
    const [, uuid] = /^\/agents\/([^/]+)$/.exec(path) ?? []
    if (method !== 'GET' || uuid === undefined || nth > reads) return undefined
    const times = { created_at: '2026-11-20 22:42:02', updated_at: '2026-11-20 22:42:02' }
    const old = {
      uuid,
      name: 'Old',
      type: 'agent',
      interaction_type: 'conversation',
      config: {},
      ...times,
    }
    return { kind: 'answer', status: 200, headers: { age: '30' }, body: JSON.stringify(old) }
  }

describe.concurrent('a copy', () => {
  it('is tested although a cache answers the first reads of it and of its original', async (test) => {
    const harness = await start(test, { agents: ownKind, faultProxy: { rules: [cachedFor(2)] } })
    const step = await harness.run(`system_prompt: "${GOOD}"`)
    expect(step.outputs).toMatchObject({ verdict: 'passed', total: '8' })
  })

  it('that only a cache answers for is not run, and the report says why', async (test) => {
    const harness = await start(test, { agents: ownKind, faultProxy: { rules: [cachedFor(100)] } })
    const step = await harness.run(`system_prompt: "${GOOD}"`, { timeout: '300' })
    expect(step.outputs).toMatchObject({ verdict: 'inconclusive', total: '0' })
    expect(step.log).toContain('did not start (GET the agent: a cache answered')
    expect(step.log).not.toContain('latest version')
  })

  it('is tested with the prompt of a file, and the original stays as it is', async (test) => {
    const workspace = createFolder({ 'prompts/bot.md': 'Be rude.' }, test)
    const harness = await start(test, { agents: ownKind })
    const before = await configOf(harness.simulator, 'Support bot')
    const failed = await harness.run('system_prompt: { file: prompts/bot.md }', {}, { workspace })
    expect(failed.outputs).toMatchObject({ verdict: 'failed', failed: '3', 'executed-tests': '8' })
    writeFiles(workspace, { 'prompts/bot.md': GOOD })
    const passed = await harness.run('system_prompt: { file: prompts/bot.md }', {}, { workspace })
    expect(passed.outputs).toMatchObject({ verdict: 'passed', total: '8' })
    expect(await configOf(harness.simulator, 'Support bot')).toEqual(before)
    expect(await harness.config()).toEqual({
      ...before,
      system_prompt: GOOD,
      agent_tests: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    const line = 'Tested with the changed `system_prompt` (prompts/bot.md)'
    expect(harness.comments().at(-1)).toContain(line)
    expect(everythingWritten(passed, harness)).not.toContain(GOOD)
  })

  const failing = ['unresolved', 'wrong-shape', 'refuses', 'list', 502].map(
    (agent) => ({ agent }) as Verification,
  )
  it('whose preview fails in every way is waited for, and nothing of it is shown', async (test) => {
    const harness = await start(test, { agents: connected([...failing, { agent: 'works' }]) })
    const step = await harness.run(`agent_url: "${URL}"`)
    expect(step.outputs['verdict']).toBe('passed')
    const lines = new Set(step.log.split('\n').filter((line) => line.endsWith('; waiting')))
    const waits = ['not resolved', 'in another form than expected', 'no answer', 'HTTP 502']
    expect([...lines]).toEqual(waits.map((text) => expect.stringContaining(text)))
    const written = everythingWritten(step, harness)
    for (const secret of ['t0ken-of', 's3cret-of', '1nput-of', 'The agent says'])
      expect(written).not.toContain(secret)
  })

  it('keeps what production sends out of all reports, also where the agent repeats it', async (test) => {
    const prompt = `${'x'.repeat(200_000)} ${GOOD}`
    const [copy, original] = ownKind
    const agents = [
      copy,
      { ...original, config: { system_prompt: prompt, agent_headers: { 'X-Token': 'openai/other' } } },
    ]
    const harness = await start(test, { agents: agents as SimulatedAgent[] })
    const step = await harness.run('llm: { model: openai/other }')
    expect(step.outputs['verdict']).toBe('passed')
    expect(await harness.config()).toMatchObject({ system_prompt: prompt, llm: { model: 'openai/other' } })
    const written = everythingWritten(step, harness)
    for (const value of ['xxxxxxxx', 'openai/other']) expect(written).not.toContain(value)
    expect(step.masks).not.toContain('openai/other')
  })

  it('shows nothing of a header that its agent repeats decoded', async (test) => {
    const echoed = 't0kenOfProduction'
    const headers = { Authorization: `Basic ${btoa(`customer:${echoed}`)}` }
    const asked = { message: `Why ${echoed}?`, expectation: 'is short', reply: 'Yes.' }
    const wrong = { wrongReply: echoed, failureReason: `says ${echoed}` }
    const cases: Fixture['cases'] = [{ kind: 'reply', name: 'Asks', ...asked, ...wrong }]
    const agents = connected([], 'mixed').map(
      (agent): SimulatedAgent => ({
        ...agent,
        parameters: { tests: 1, failing: 1, durationMs: 0 },
        fixture: { cases },
        ...(agent.config && { config: { ...agent.config, agent_headers: headers } }),
      }),
    )
    const harness = await start(test, { agents })
    const step = await harness.run(`agent_url: "${URL}"`)
    expect(step.outputs).toMatchObject({ verdict: 'failed', failed: '1' })
    expect(await harness.config()).toMatchObject({ agent_headers: headers })
    expect(testNamed(step, 'Asks')).toMatchObject({ reply: '***', question: [{ content: 'Why ***?' }] })
    expect(everythingWritten(step, harness)).not.toContain(echoed)
  })

  it('with an address that is not public is not waited for', async (test) => {
    const harness = await start(test, { agents: connected() })
    const step = await harness.run('agent_url: "http://127.0.0.1/chat"')
    expect(step.outputs['verdict']).toBe('inconclusive')
    expect(step.log).toContain('the service does not call the address of its preview')
    expect(step.log).not.toContain('waiting')
  })
})

describe.concurrent('without agents and control', () => {
  const given = { agents: '', override: `${AGENT}: { system_prompt: "Be rude." }` }
  const others: readonly SimulatedAgent[] = [...ownKind, { name: 'Billing', scenario: 'all-pass', ...quick }]

  it.for([
    ['gate-if-worse', 'Support bot'],
    ['gate', null],
    ['report', null],
  ])('in the mode "%s", the copies are tested, beside the control %s', async ([mode, control], test) => {
    const harness = await start(test, { agents: others })
    const step = await harness.run('', { ...given, mode: String(mode) })
    expect(resultsOf(step).agents).toMatchObject([
      { name: AGENT, control: control === null ? null : { name: control } },
    ])
    expect([step.conclusion, step.outputs['verdict']]).toEqual([
      mode === 'report' ? 'success' : 'failure',
      'failed',
    ])
  })

  it('retries have no effect where the originals are controls, and the log says so', async (test) => {
    const harness = await start(test, { agents: ownKind })
    const step = await harness.run('', { ...given, mode: 'gate-if-worse', retries: '4' })
    expect(step.outputs['verdict']).toBe('failed')
    expect(step.log).toContain(
      'Input "retries": it has no effect with the control that "override" implies.\n',
    )
    expect(step.annotations.map(({ title }) => title)).not.toContain('Invalid input')
  })

  it('a control has no effect in the mode "report", and the log says so', async (test) => {
    const harness = await start(test, { agents: ownKind })
    const step = await harness.run('', { ...given, mode: 'report', agents: AGENT, control: 'Support bot' })
    expect(step.outputs['verdict']).toBe('failed')
    expect(resultsOf(step).agents).toMatchObject([{ name: AGENT, control: null }])
    expect(step.log).toContain('Input "control": it has no effect in the mode "report".\n')
  })
})

it.for([
  ['a file is missing', { override: `${AGENT}: { system_prompt: { file: none.md } }` }, 'override'],
  ['the mode is mistyped', { mode: 'gate-if-wrose' }, 'mode'],
  ['a gate has a control', { mode: 'gate', 'skip-unchanged': '' }, 'control'],
  ['copy and original are swapped', { agents: 'Support bot', control: AGENT }, 'control'],
] as const)('if %s, there is no error but that', async ([, wrong, input], test) => {
  const harness = await start(test, { agents: ownKind })
  const step = await harness.run('system_prompt: "Be kind."', {
    ...{ mode: 'gate-if-worse', control: 'Support bot', 'skip-unchanged': 'true', comment: 'false' },
    ...wrong,
  })
  expect(step.annotations.map(({ message }) => message)).toEqual([
    expect.stringMatching(new RegExp(`^Input "${input}": `)),
  ])
  expect(harness.requests()).toEqual([])
})

it('without the original, nothing is written', async (test) => {
  const harness = await start(test, { agents: ownKind.slice(0, 1) })
  const step = await harness.run('system_prompt: a')
  expect(step.conclusion).toBe('failure')
  expect(step.log).toContain('agent "Support bot": no agent')
  expect(tally(harness)).toEqual({ 'POST /agents/resolve': 1, 'GET /agents': 1 })
})

const named = { 'pull-request': String(PULL_REQUEST) }
const DEPLOYED = 'd'.repeat(40)
const deployment = { deployment: { sha: DEPLOYED, ref: 'topic' } }
const pullRequestOf = (repository: number) => ({
  number: PULL_REQUEST,
  created_at: '2026-11-20T08:00:00Z',
  head: { sha: DEPLOYED, ref: 'topic', repo: { id: repository, owner: { login: 'acme' } } },
  base: { sha: 'b'.repeat(40), repo: { id: 1 } },
  user: { login: 'dana' },
})
const own = pullRequestOf(1)
const fork = pullRequestOf(2)
const inputs = { agents: AGENT, override: `${AGENT}: { system_prompt: "${GOOD}" }` }
/** Each would be an error that names its file, and quotes it. */
const wrongFiles = { 'prompt.of-fork.md': '$(echo of-fork)', 'tests.of-fork.yml': '- of-fork: 1' }
const ofWrongFiles = {
  ...inputs,
  override: `${AGENT}: { system_prompt: { file: prompt.of-fork.md } }`,
  tests: 'tests.*.yml',
}

async function startFor(test: TestContext, pullRequest: object | null) {
  const harness = await createHarness({ agents: ownKind }, test.onTestFinished)
  if (pullRequest !== null) harness.github.pullRequests.set(PULL_REQUEST, pullRequest)
  return harness
}

const OF_FORK = 'Input "override": the change may come from a fork'
const UNKNOWN = 'Input "override": the event does not say whose change is tested'
const NOT_FROM_BRANCH = 'Input "override": the deployed commit is not the newest one of a branch of this'
const ITS_NUMBER = 'pull request with the input "pull-request"'
const UNREAD = 'the branches of the deployed commit could not be read'

describe.concurrent('a job whose change may come from a fork ends before any request to the service, and reads no file', () => {
  it.for<[string, string, object, object | null, Readonly<Record<string, string>>, string[]]>([
    ["on a fork's pull request", 'pull_request', { pull_request: fork }, null, {}, [OF_FORK]],
    ["if a fork's is named", 'deployment_status', deployment, fork, named, [OF_FORK]],
    [
      'if the named one cannot be read',
      'workflow_dispatch',
      {},
      null,
      named,
      [`Pull request #${PULL_REQUEST} could not be read`, 'Check the input "pull-request"'],
    ],
    [
      "if a deployed commit heads a fork's branch alone",
      'deployment',
      deployment,
      fork,
      {},
      [NOT_FROM_BRANCH, ITS_NUMBER],
    ],
    [
      'if the branches cannot be read',
      'deployment_status',
      deployment,
      null,
      { 'github-token': '' },
      [UNREAD, ITS_NUMBER],
    ],
    [
      'if the event does not say',
      'repository_dispatch',
      {},
      null,
      {},
      [UNKNOWN, ITS_NUMBER, 'check out its commit (`ref: refs/pull/<number>/head`)'],
    ],
  ])('%s', async ([, eventName, event, pullRequest, more, texts], test) => {
    const harness = await startFor(test, pullRequest)
    harness.github.branches.set('main', 'e'.repeat(40))
    const workspace = createFolder(wrongFiles, test)
    const step = await harness.run({ eventName, event, workspace, with: { ...ofWrongFiles, ...more } })
    for (const text of texts) expect(step.log).toContain(text)
    expect(everythingWritten(step, harness)).not.toContain('of-fork')
    // No input is wrong if GitHub does not answer.
    const title = step.log.includes('could not be read') ? 'Nothing was tested' : 'Invalid input'
    expect(step.annotations.map((each) => each.title)).toEqual([title])
    expect([step.conclusion, harness.requests()]).toEqual(['failure', []])
  })
})

it('else, what is wrong with files of both inputs is told at once', async (test) => {
  const harness = await startFor(test, null)
  const workspace = createFolder(wrongFiles, test)
  const step = await harness.run({ eventName: 'push', workspace, with: ofWrongFiles })
  for (const text of ['Input "override": ', 'prompt.of-fork.md', 'Input "tests": tests.of-fork.yml:1'])
    expect(step.log).toContain(text)
  expect(harness.requests()).toEqual([])
})

describe.concurrent('a change is tested', () => {
  it.for<[string, string, object, object, Readonly<Record<string, string>>]>([
    ['if its commit heads a branch, as does a fork', 'deployment_status', deployment, fork, {}],
    ['if a pull request of this repository is named', 'repository_dispatch', {}, own, named],
  ])('%s', async ([, eventName, event, pullRequest, more], test) => {
    const harness = await startFor(test, pullRequest)
    harness.github.branches.set('topic', DEPLOYED)
    const step = await harness.run({ eventName, event, with: { ...inputs, ...more } })
    expect(step.outputs['verdict']).toBe('passed')
  })
})
const racing = { agents: ownKind, concurrency: 9 }

const puts = ({ simulator }: Pick<Harness, 'simulator'>) =>
  simulator.journal.filter(({ method }) => method === 'PUT').length

describeSignals('a cancelled job', () => {
  it('that has written and not launched yet starts nothing', async (test) => {
    const hanging: ProxyRule = ({ method, path }) =>
      method === 'GET' && path.startsWith('/agents/') && puts(harness) > 0
        ? { kind: 'hang', performed: true }
        : undefined
    const harness = await start(test, { ...racing, faultProxy: { rules: [hanging] } })
    const { outputs, log } = await cancelOnce(harness, () => puts(harness) > 0, 'SIGINT', { with: inputs })
    expect(outputs['verdict']).toBe('inconclusive')
    expect(log).toContain('cancelled')
    expect(harness.requests().filter((request) => request.endsWith('/run'))).toEqual([])
  })

  it('while GitHub is asked says so, and not what it could not ask', async (test) => {
    const harness = await startFor(test, null)
    const workspace = createFolder(wrongFiles, test)
    const of = { eventName: 'deployment_status', event: deployment, workspace }
    const running = harness.start({ ...of, with: ofWrongFiles })
    harness.github.faults.push(({ path }) => {
      if (!path.endsWith('/branches-where-head')) return undefined
      running.kill('SIGINT')
      return { connection: 'hang' }
    })
    const step = await running.result
    expect(step.outputs['verdict']).toBe('inconclusive')
    expect(step.log).toContain('cancelled')
    expect(step.log).not.toMatch(/Input "override"|of-fork/)
    expect(harness.requests()).toEqual([])
  })
})
