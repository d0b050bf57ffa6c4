// What is read of GitHub's API: of each address, the fields that are used. Keys that are not named here are kept.
import * as z from 'zod/mini'
import type { Route } from './api.ts'

const time = z.iso.datetime({ offset: true })

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
  user: z.nullable(z.looseObject({ login: z.string() })),
})
export type PullRequestAnswer = z.infer<typeof pullRequest>

export const PULL_REQUEST: Route<PullRequestAnswer> = {
  path: '/repos/{owner}/{repo}/pulls/{pull_number}',
  schema: pullRequest,
}

export const PULL_REQUESTS: Route<PullRequestAnswer> = {
  path: '/repos/{owner}/{repo}/pulls',
  schema: pullRequest,
}

/** The first page of the same. */
export const FIRST_PULL_REQUESTS: Route<PullRequestAnswer[]> = {
  path: PULL_REQUESTS.path,
  schema: z.array(pullRequest),
}

const branch = z.looseObject({ commit: z.looseObject({ sha: z.string() }) })
/** At most ten. */
export const BRANCHES_WHERE_HEAD: Route<z.infer<typeof branch>[]> = {
  path: '/repos/{owner}/{repo}/commits/{commit_sha}/branches-where-head',
  schema: z.array(branch),
}

const comment = z.looseObject({
  id: z.int(),
  html_url: z.string(),
  // Null if the account was deleted.
  user: z.nullable(z.looseObject({ login: z.string() })),
  body: z.nullish(z.string()),
})
export const COMMENTS: Route<z.infer<typeof comment>> = {
  path: '/repos/{owner}/{repo}/issues/{issue_number}/comments',
  schema: comment,
}

export const user = z.looseObject({ login: z.string() })
export const USER: Route<z.infer<typeof user>> = { path: '/user', schema: user }

const gitCommit = z.looseObject({
  sha: z.string(),
  tree: z.looseObject({ sha: z.string() }),
  parents: z.array(z.looseObject({ sha: z.string() })),
})
/** `/commits/{sha}` answers with patches. */
export const GIT_COMMIT: Route<z.infer<typeof gitCommit>> = {
  path: '/repos/{owner}/{repo}/git/commits/{commit_sha}',
  schema: gitCommit,
}

const tree = z.looseObject({
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
})
/** Also by the hash of a commit. */
export const GIT_TREE: Route<z.infer<typeof tree>> = {
  path: '/repos/{owner}/{repo}/git/trees/{tree_sha}',
  schema: tree,
}

const blob = z.looseObject({ encoding: z.literal('base64'), content: z.string() })
export const GIT_BLOB: Route<z.infer<typeof blob>> = {
  path: '/repos/{owner}/{repo}/git/blobs/{file_sha}',
  schema: blob,
}

const comparison = z.looseObject({ merge_base_commit: z.looseObject({ sha: z.string() }) })
/** Answers with patches. */
export const COMPARISON: Route<z.infer<typeof comparison>> = {
  path: '/repos/{owner}/{repo}/compare/{basehead}',
  schema: comparison,
}
