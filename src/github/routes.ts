// What is read of GitHub's API: of each address, the fields that are used. Keys that are not named here are kept.
import * as z from 'zod/mini'
import type { Schema } from '../client/core/schema.ts'
import type { Route } from './api.ts'

const route = <T>(path: string, schema: Schema<T>): Route<T> => ({ path, schema })

const time = z.iso.datetime({ offset: true })
const object = z.looseObject({ sha: z.string() })
export const user = z.looseObject({ login: z.string() })

const pullRequest = z.looseObject({
  number: z.int().check(z.gte(1)),
  created_at: time,
  closed_at: z.nullish(time),
  merged_at: z.nullish(time),
  // The repository is null if the fork was deleted, the user if the account was.
  head: z.looseObject({
    sha: z.string(),
    ref: z.string(),
    repo: z.nullable(z.looseObject({ id: z.int() })),
  }),
  base: z.looseObject({ ref: z.optional(z.string()), repo: z.looseObject({ id: z.int() }) }),
  user: z.nullable(user),
})
export type PullRequestAnswer = z.infer<typeof pullRequest>

export const PULL_REQUEST = route('/repos/{owner}/{repo}/pulls/{pull_number}', pullRequest)

export const PULL_REQUESTS = route('/repos/{owner}/{repo}/pulls', pullRequest)

/** At most 250, oldest first. The date is the author's word. */
export const COMMITS = route(
  '/repos/{owner}/{repo}/pulls/{pull_number}/commits',
  z.array(z.looseObject({ commit: z.looseObject({ author: z.looseObject({ date: time }) }) })),
)

/** The pull requests that were merged with a commit of the default branch. */
export const PULL_REQUESTS_OF_COMMIT = route(
  '/repos/{owner}/{repo}/commits/{commit_sha}/pulls',
  z.array(pullRequest),
)

export const WORKFLOW_RUN = route(
  '/repos/{owner}/{repo}/actions/runs/{run_id}',
  z.looseObject({ created_at: time }),
)

/** At most ten. */
export const BRANCHES_WHERE_HEAD = route(
  '/repos/{owner}/{repo}/commits/{commit_sha}/branches-where-head',
  z.array(z.looseObject({ name: z.nullish(z.string()), commit: object })),
)

export const COMMENTS = route(
  '/repos/{owner}/{repo}/issues/{issue_number}/comments',
  z.looseObject({
    id: z.int(),
    html_url: z.string(),
    // Null if the account was deleted.
    user: z.nullish(z.looseObject({ login: z.nullish(z.string()) })),
    body: z.nullish(z.string()),
  }),
)

const issue = z.looseObject({
  number: z.int(),
  html_url: z.string(),
  title: z.string(),
  body: z.nullish(z.string()),
  locked: z.optional(z.boolean()),
  user: z.nullish(z.looseObject({ login: z.nullish(z.string()) })),
  // GitHub lists pull requests as issues.
  pull_request: z.nullish(z.looseObject({})),
})
export type IssueAnswer = z.infer<typeof issue>

export const ISSUES = route('/repos/{owner}/{repo}/issues', issue)

export const USER = route('/user', user)

/** `/commits/{sha}` answers with patches. */
export const GIT_COMMIT = route(
  '/repos/{owner}/{repo}/git/commits/{commit_sha}',
  z.looseObject({ parents: z.array(object) }),
)

/** Also by the hash of a commit. */
export const GIT_TREE = route(
  '/repos/{owner}/{repo}/git/trees/{tree_sha}',
  z.looseObject({
    sha: z.string(),
    tree: z.array(
      z.looseObject({
        path: z.string(),
        mode: z.string(),
        type: z.enum(['blob', 'tree', 'commit']),
        sha: z.string(),
        size: z.optional(z.int()),
      }),
    ),
    truncated: z.boolean(),
  }),
)

export const GIT_BLOB = route(
  '/repos/{owner}/{repo}/git/blobs/{file_sha}',
  z.looseObject({ encoding: z.literal('base64'), content: z.string() }),
)

/** Answers with patches. */
export const COMPARISON = route(
  '/repos/{owner}/{repo}/compare/{basehead}',
  z.looseObject({ merge_base_commit: object }),
)
