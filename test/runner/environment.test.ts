import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readEnvironment, readInput } from '../../src/runner/environment.ts'
import { createFolder } from '../support/folders.ts'

const onRunner = {
  GITHUB_EVENT_NAME: 'pull_request',
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_WORKFLOW_REF: 'acme/shop/.github/workflows/ci.yml@refs/heads/main',
  GITHUB_JOB: 'agents',
  GITHUB_ACTION: '__acme_agent-tests',
  GITHUB_ACTION_REPOSITORY: 'acme/agent-tests',
  GITHUB_ACTION_REF: 'v1',
  GITHUB_RUN_ID: '4711',
  GITHUB_RUN_ATTEMPT: '2',
  GITHUB_SHA: 'c0ffee',
  GITHUB_WORKFLOW_SHA: 'decade',
  GITHUB_API_URL: 'https://github.acme.test/api/v3',
  GITHUB_SERVER_URL: 'https://github.acme.test',
  RUNNER_TEMP: '/tmp/runner',
}

describe('an input', () => {
  test.each([
    ['api-key', { 'INPUT_API-KEY': ' sk-1\n' }, 'sk-1'],
    ['api-key', { INPUT_API_KEY: 'sk-1' }, ''],
    ['mode', { INPUT_MODE: '' }, ''],
    ['mode', {}, ''],
  ])('%s in %j is %j', (name, env, value) => {
    expect(readInput(env, name)).toBe(value)
  })
})

describe('the environment', () => {
  test('is what the runner provides', () => {
    expect(readEnvironment(onRunner)).toEqual({
      eventName: 'pull_request',
      payload: null,
      apiUrl: 'https://github.acme.test/api/v3',
      owner: 'acme',
      repo: 'shop',
      workflowRef: 'acme/shop/.github/workflows/ci.yml@refs/heads/main',
      job: 'agents',
      action: '__acme_agent-tests',
      runId: 4711,
      runAttempt: 2,
      sha: 'c0ffee',
      workflowSha: 'decade',
      tempFolder: '/tmp/runner',
      workflowRunUrl: 'https://github.acme.test/acme/shop/actions/runs/4711',
      workspace: '.',
      documentsUrl: null,
    })
  })

  test('is empty outside a runner', () => {
    expect(readEnvironment({})).toEqual({
      eventName: '',
      payload: null,
      apiUrl: 'https://api.github.com',
      owner: '',
      repo: '',
      workflowRef: '',
      job: '',
      action: '',
      runId: 0,
      runAttempt: 1,
      sha: null,
      workflowSha: null,
      tempFolder: null,
      workflowRunUrl: null,
      workspace: '.',
      documentsUrl: null,
    })
  })

  test('has its pages on github.com if no other server is set', () => {
    const { GITHUB_SERVER_URL: _, ...others } = onRunner
    expect(readEnvironment(others)).toMatchObject({
      workflowRunUrl: 'https://github.com/acme/shop/actions/runs/4711',
      documentsUrl: 'https://github.com/acme/agent-tests/blob/v1',
    })
  })

  test.each(['GITHUB_REPOSITORY', 'GITHUB_RUN_ID'])('has no page of a run without %s', (name) => {
    expect(readEnvironment({ ...onRunner, [name]: '' }).workflowRunUrl).toBeNull()
  })

  test.each([
    ['GITHUB_RUN_ID', 'x', { runId: 0 }],
    ['GITHUB_RUN_ATTEMPT', '', { runAttempt: 1 }],
  ])('has a number even if %s is %j', (name, text, number) => {
    expect(readEnvironment({ ...onRunner, [name]: text })).toMatchObject(number)
  })
})

describe("the event's payload", () => {
  const payloadOf = (path: string) => readEnvironment({ GITHUB_EVENT_PATH: path }).payload

  test.each([
    ['{"number": 7}', { number: 7 }],
    ['[]', []],
    // Gitea, on a schedule.
    ['null', {}],
    ['\uFEFF{"number": 7}', { number: 7 }],
    ['{"number": 7', null],
    ['', null],
  ])('%j is read as %j', (text, payload) => {
    expect(payloadOf(join(createFolder({ 'event.json': text }), 'event.json'))).toEqual(payload)
  })

  test.each(['', 'no-such-file.json', '.'])('in %j is null', (path) => {
    expect(payloadOf(path)).toBeNull()
  })
})
