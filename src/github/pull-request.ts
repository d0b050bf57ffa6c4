// Reads the pull request that a workflow names, on events that do not have it or not its time.
import { type PullRequest, toPullRequest } from './event.ts'
import { createOctokit, type GitHubAccess } from './octokit.ts'

/** Sends one request. @throws what `explainGitHubError` explains */
export async function readPullRequest(
  github: GitHubAccess,
  { owner, repo, number }: { readonly owner: string; readonly repo: string; readonly number: number },
  signal: AbortSignal,
): Promise<PullRequest> {
  const octokit = createOctokit(github, { signal })
  const { data } = await octokit.rest.pulls.get({ owner, repo, pull_number: number })
  const pullRequest = toPullRequest(data, undefined)
  if (pullRequest === null)
    throw new Error(
      "GitHub's response is not a pull request; check whether a proxy responds instead of GitHub",
    )
  return pullRequest
}
