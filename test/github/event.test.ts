import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeOrigin, eventOf, readPullRequest, testedCommit } from '../../src/github/event.ts'

const event = (eventName: string, payload: unknown) => eventOf({ eventName, payload, sha: 'GITHUB_SHA' })

const ours = { id: 1, full_name: 'acme/shop', owner: { login: 'acme' } }
const theirs = { id: 2 }

function pullRequest(head: unknown = ours): object {
  return {
    number: 7,
    user: { login: 'ada' },
    head: { sha: 'c0ffee', ref: 'fix', repo: head },
    base: { sha: 'decade', ref: 'main', repo: ours },
  }
}

describe('events with a pull request', () => {
  test.each(['pull_request', 'pull_request_target', 'pull_request_review', 'pull_request_review_comment'])(
    '%s has it, with the head commit and not the merge commit',
    (name) => {
      const payload = {
        pull_request: { ...pullRequest(), merge_commit_sha: 'bad' },
        sender: { login: 'ada' },
      }
      expect(event(name, payload).pullRequest).toEqual({
        number: 7,
        headSha: 'c0ffee',
        fromFork: false,
        createdAt: null,
        baseRef: 'main',
        head: { owner: 'acme', repositoryId: 1, branch: 'fix' },
      })
    },
  )

  const unknown = { fromFork: null, createdAt: null, baseRef: null, head: null }
  const other = { ...pullRequest(), number: 8 }
  const elsewhere = { ...pullRequest(), number: 6, base: { sha: 'decade', repo: theirs } }
  const queued = { head_branch: 'gh-readonly-queue/main/pr-42-abc', pull_requests: [] }
  test.each([
    ['its pull request', { pull_requests: [pullRequest()] }, 7],
    ['none of several', { pull_requests: [pullRequest(), other] }, undefined],
    ['the one into this repository', { pull_requests: [elsewhere, pullRequest()] }, 7],
    ['none into another from the same branch', { pull_requests: [elsewhere] }, undefined],
    ['that in the name of the branch of a merge queue', { ...queued, event: 'merge_group' }, 42],
    ['none in the name that an author gave a branch', { ...queued, event: 'pull_request' }, undefined],
  ])('workflow_run has %s', (_, run, number) => {
    const payload = { workflow_run: { head_sha: 'c0ffee', ...run }, repository: ours }
    const found = event('workflow_run', payload).pullRequest
    expect([found?.number, found?.headSha]).toEqual([number, number && 'c0ffee'])
  })

  test('merge_group has the pull request in the name of its branch', () => {
    const sha = '929f8209d40f77f4abc622a499c93a83babdbe64'
    const head_ref = `refs/heads/gh-readonly-queue/release/pr-1-abc/pr-104-${sha}`
    expect(event('merge_group', { merge_group: { head_ref, head_sha: 'c0ffee' } }).pullRequest).toEqual({
      ...unknown,
      ...{ number: 104, headSha: 'c0ffee' },
    })
  })

  test('issue_comment has the pull request without its head commit', () => {
    const payload = { issue: { number: 7, pull_request: { url: 'https://api.github.com/…' } } }
    expect(event('issue_comment', payload).pullRequest).toEqual({ ...unknown, number: 7, headSha: null })
  })
})

describe('events without one', () => {
  test.each([
    ['push', { pull_request: pullRequest() }],
    ['schedule', {}],
    ['workflow_dispatch', { inputs: {} }],
    ['issue_comment', { issue: { number: 7 } }],
    ['workflow_run', { workflow_run: { head_sha: 'c0ffee', pull_requests: [] }, repository: ours }],
    ['workflow_run', { workflow_run: { pull_requests: [pullRequest()] } }],
    ['workflow_run', { workflow_run: { pull_requests: [{ number: 7 }] }, repository: {} }],
    ['merge_group', { merge_group: { head_ref: 'refs/heads/main' } }],
    ['pull_request', { pull_request: { number: '7' } }],
    ['pull_request', { pull_request: { number: 0 } }],
    ['pull_request', null],
    ['', undefined],
  ])('%s with %j', (name, payload) => {
    expect(event(name, payload).pullRequest).toBeNull()
  })
})

test.each([
  ['a head in another repository', pullRequest(theirs), true],
  ['a head of another name, without ids', pullRequest({ full_name: 'eve/shop' }), true],
  ['a head whose repository was deleted', pullRequest(null), true],
  ['no head within a repository that is itself a fork', pullRequest({ ...ours, fork: true }), false],
  ['not assumed if the payload does not say', { number: 7, head: { sha: 'c0ffee' } }, null],
])('a fork is %s', (_, pull_request, fromFork) => {
  const found = event('pull_request', { pull_request })
  expect(found).toMatchObject({
    pullRequest: { number: 7, fromFork },
    secretsWithheld: fromFork === true,
  })
  expect(event('pull_request_target', { pull_request }).secretsWithheld).toBe(false)
})

const dependabot = { login: 'dependabot[bot]' }
test.each([
  ['recognized by who triggered the event', { user: { login: 'ada' } }, { sender: dependabot }, true],
  ['not assumed for who pushes to its branch', { user: dependabot }, { sender: { login: 'ada' } }, false],
  ['recognized by the author if the sender is unknown', { user: dependabot }, {}, true],
])('Dependabot is %s', (_, author, sender, secretsWithheld) => {
  const payload = { pull_request: { ...pullRequest(), ...author }, ...sender }
  expect(event('pull_request', payload)).toMatchObject({ secretsWithheld })
})

test('it never throws, and every number is positive', () => {
  const names = ['pull_request', 'workflow_run', 'issue_comment', 'merge_group', 'push']
  const keys = ['pull_request', 'workflow_run', 'merge_group', 'issue', 'sender', 'head', 'repo', 'number']
  const { payload } = fc.letrec((tie) => ({
    payload: fc.oneof(
      { depthSize: 'small' },
      fc.anything({ maxDepth: 1 }),
      fc.dictionary(fc.constantFrom(...keys, 'pull_requests', 'head_ref', 'base'), tie('payload')),
      fc.array(tie('payload'), { maxLength: 2 }),
    ),
  }))
  fc.assert(
    fc.property(fc.constantFrom(...names), payload, (name, payload) => {
      const number = event(name, payload).pullRequest?.number ?? 1
      expect(Number.isSafeInteger(number) && number > 0).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['pull_request', null, expect.stringMatching(/^The event of this job is not known/)],
  ['pull_request', {}, expect.stringMatching(/does not name the pull request/)],
  ['schedule', null, null],
])('what is not known of %s with the payload %j is %j', (name, payload, problem) => {
  expect(event(name, payload)).toMatchObject({ problem, pullRequest: null })
})

describe('the time of a change', () => {
  const at = '2026-11-19T08:00:00Z'
  const pushed = Date.parse('2026-11-20T11:00:00Z') / 1000

  test.each([
    ['pull_request', { pull_request: { number: 7, created_at: at } }],
    ['issue_comment', { issue: { number: 7, created_at: at, pull_request: {} } }],
  ])('on %s is that of the pull request', (name, payload) => {
    expect(event(name, payload)).toMatchObject({ time: null, pullRequest: { createdAt: Date.parse(at) } })
  })

  test.each([
    ['push', { repository: { pushed_at: pushed } }, pushed * 1000],
    ['release', { repository: { pushed_at: at } }, Date.parse(at)],
    ['create', { ref_type: 'tag', repository: { pushed_at: at } }, Date.parse(at)],
    ['workflow_run', { workflow_run: { created_at: at } }, Date.parse(at)],
    ['deployment_status', { deployment: { created_at: at } }, Date.parse(at)],
  ])('on %s is that of the event', (name, payload, time) => {
    expect(event(name, payload)).toMatchObject({ time, pullRequest: null })
  })

  test.each([
    ['schedule', {}],
    ['workflow_dispatch', { pull_request: { created_at: at } }],
    ['issue_comment', { issue: { number: 7, created_at: at } }],
    ['pull_request', null],
    ['push', { repository: { pushed_at: 'yesterday' } }],
    ['push', { repository: { pushed_at: Number.NaN } }],
    ['push', { repository: { pushed_at: -1 } }],
    ['merge_group', { merge_group: { head_commit: { timestamp: at } } }],
  ])('on %s with %j is not known', (name, payload) => {
    expect(event(name, payload)).toMatchObject({ time: null, pullRequest: null })
  })

  test.each([undefined, Number.NaN, 'yesterday', '1', '2026-13-45T99:00:00Z', [at]])(
    'is not read from %j',
    (created_at) => {
      const found = event('pull_request', { pull_request: { number: 7, created_at } })
      expect(found).toMatchObject({ time: null, pullRequest: { createdAt: null } })
    },
  )
})

describe('the tested commit', () => {
  test.each([
    ['pull_request', { pull_request: pullRequest() }, 'c0ffee'],
    ['pull_request_target', { pull_request: pullRequest() }, 'c0ffee'],
    ['workflow_run', { workflow_run: { head_sha: 'c0ffee', pull_requests: [] } }, 'c0ffee'],
    // Of an annotated tag, `after` is no commit.
    ['push', { ref: 'refs/tags/v1', after: 'c0ffee' }, 'GITHUB_SHA'],
    ['merge_group', { merge_group: { head_sha: 'c0ffee' } }, 'c0ffee'],
    ['deployment_status', { deployment: { sha: 'c0ffee' } }, 'c0ffee'],
    ['release', { release: { target_commitish: 'main' } }, 'GITHUB_SHA'],
    ['create', { ref: 'v1', ref_type: 'tag' }, 'GITHUB_SHA'],
    ['schedule', {}, 'GITHUB_SHA'],
    ['workflow_dispatch', {}, 'GITHUB_SHA'],
    // There, GITHUB_SHA is a merge commit, or the default branch's.
    ['pull_request', {}, null],
    ['workflow_run', { workflow_run: {} }, null],
    ['issue_comment', { issue: { number: 7, pull_request: {} } }, null],
  ])('of %s with %j is %s', (name, payload, commit) => {
    expect(testedCommit(event(name, payload), null)).toBe(commit)
  })

  test.each([
    ['workflow_dispatch', 'head'],
    ['issue_comment', 'head'],
    ['deployment_status', 'deployed'],
    ['workflow_run', 'run'],
  ])('of %s for a named pull request is its head, unless the event says more (%s)', (name, commit) => {
    const payload = { deployment: { sha: 'deployed' }, workflow_run: { head_sha: 'run' } }
    const named = readPullRequest(7, { head: { sha: 'head' } })
    expect(testedCommit(event(name, payload), named)).toBe(commit)
  })
})

describe('the origin of a change', () => {
  const own = { pull_request: pullRequest() }
  const fork = { pull_request: pullRequest(theirs) }
  const comment = { issue: { number: 7, pull_request: {} } }

  test.each([
    ['pull_request', own, 'own'],
    ['pull_request', fork, 'fork'],
    ['pull_request', null, 'fork'],
    ['pull_request_target', own, 'own'],
    ['pull_request_target', fork, 'fork'],
    ['pull_request_target', { pull_request: { number: 7 } }, 'fork'],
    ['pull_request_review', fork, 'fork'],
    ['issue_comment', comment, 'pull-request'],
    ['issue_comment', { issue: { number: 7 } }, 'unknown'],
    ['deployment', {}, 'deployment'],
    ['deployment_status', {}, 'deployment'],
    ['push', {}, 'own'],
    ['schedule', {}, 'own'],
    ['workflow_dispatch', {}, 'own'],
    ['merge_group', {}, 'own'],
    ['repository_dispatch', {}, 'unknown'],
    ['release', {}, 'own'],
    ['create', {}, 'own'],
    ['delete', {}, 'unknown'],
    ['', null, 'unknown'],
  ])('of %s of %j is %s', (name, payload, origin) => {
    expect(changeOrigin(event(name, payload), false)).toBe(origin)
    // A named pull request does not make a fork's event another's.
    expect(changeOrigin(event(name, payload), true)).toBe(origin === 'fork' ? 'fork' : 'pull-request')
  })

  test.each([
    [ours, 'pull_request', 'own'],
    [ours, 'pull_request_target', 'own'],
    [ours, 'push', 'own'],
    [ours, 'release', 'own'],
    [theirs, 'pull_request', 'fork'],
    [theirs, 'push', 'fork'],
    [null, 'pull_request', 'fork'],
    [undefined, 'pull_request', 'fork'],
    // Their runs have the repository itself as head, whatever they deployed or commented on.
    [ours, 'deployment_status', 'unknown'],
    [ours, 'issue_comment', 'unknown'],
    [ours, 'workflow_run', 'unknown'],
    [ours, undefined, 'unknown'],
  ])('of workflow_run of %j after %s is %s', (head_repository, name, origin) => {
    const payload = { repository: ours, workflow_run: { head_repository, event: name } }
    expect(changeOrigin(event('workflow_run', payload), false)).toBe(origin)
    expect(changeOrigin(event('workflow_run', payload), true)).toBe(
      origin === 'fork' ? 'fork' : 'pull-request',
    )
  })
})
