// The requests that a sticky comment needs, on one issue or pull request, with their responses checked.
import type { Octokit } from './octokit.ts'

export interface IssueComment {
  readonly id: number
  readonly body: string
  readonly url: string
  /** The login, which ends in `[bot]` for bots; null for a deleted account. */
  readonly author: string | null
}

export interface IssueComments {
  /** The login of the token's owner; null if GitHub does not tell. */
  viewer(): Promise<string | null>
  /** All of them, oldest first. */
  list(): Promise<IssueComment[]>
  /** Not retried by the client: the first request may have been performed although its response was lost. */
  create(body: string): Promise<IssueComment>
  update(id: number, body: string): Promise<IssueComment>
  remove(id: number): Promise<void>
}

/** An issue or a pull request: for GitHub, comments on either are the same. */
export interface IssuePlace {
  readonly owner: string
  readonly repo: string
  readonly issueNumber: number
}

/** GitHub accepts no more than 2,500 comments on a pull request. */
const MAX_PAGES = 30
const LIST = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments'
const CREATE = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments'
const UPDATE = 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}'
const REMOVE = 'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}'

export function issueComments(octokit: Octokit, { owner, repo, issueNumber }: IssuePlace): IssueComments {
  const issue = { owner, repo, issue_number: issueNumber }
  return {
    async viewer() {
      const request = { retries: 1 }
      // Works for all kinds of tokens, if GraphQL can be reached.
      const query = octokit.graphql<{ viewer: { login: string } }>('{ viewer { login } }', { request })
      const viaGraphQL = await query.then(({ viewer }) => viewer?.login).catch(() => null)
      if (typeof viaGraphQL === 'string') return viaGraphQL
      // Works for the tokens of people only.
      const viaRest = await octokit.request('GET /user', { request }).catch(() => null)
      return typeof viaRest?.data?.login === 'string' ? viaRest.data.login : null
    },
    async list() {
      let pages = 0
      const comments = await octokit.paginate(LIST, { ...issue, per_page: 100 }, ({ data }) => {
        pages += 1
        if (!Array.isArray(data)) throw unexpected('a list of comments')
        if (pages > MAX_PAGES) throw new Error(`GitHub lists more than ${MAX_PAGES} pages of comments`)
        return data.map(readComment)
      })
      return comments.sort((a, b) => a.id - b.id)
    },
    create: async (body) =>
      readComment((await octokit.request(CREATE, { ...issue, body, request: { retries: 0 } })).data),
    update: async (id, body) =>
      readComment((await octokit.request(UPDATE, { owner, repo, comment_id: id, body })).data),
    async remove(id) {
      await octokit.request(REMOVE, { owner, repo, comment_id: id })
    },
  }
}

interface RestComment {
  readonly id: number | bigint
  readonly body?: string | undefined
  readonly html_url: string
  readonly user: { readonly login: string } | null
}

/** Octokit types the response but does not check it. */
function readComment(comment: RestComment): IssueComment {
  if (typeof comment?.id !== 'number') throw unexpected('a comment')
  return {
    id: comment.id,
    body: comment.body ?? '',
    url: webAddress(comment.html_url),
    author: comment.user?.login ?? null,
  }
}

/** It is printed, so it must be an address, and must not contain the runner's `##[command]`; otherwise empty. */
function webAddress(text: unknown): string {
  const url = typeof text === 'string' ? URL.parse(text) : null
  return url !== null && /^https?:$/.test(url.protocol) ? url.href.replaceAll('#[', '#%5B') : ''
}

function unexpected(what: string): Error {
  return new Error(`GitHub's response is not ${what}; check whether a proxy responds instead of GitHub`)
}
