// The five calls that a sticky comment needs of GitHub, on one issue or pull request, their answers checked.
import type { Octokit } from './octokit.ts'

export interface IssueComment {
  readonly id: number
  readonly body: string
  readonly url: string
  /** The login, where bots end in `[bot]`; null for a deleted account. */
  readonly author: string | null
}

export interface IssueComments {
  /** Whose token it is. GraphQL, since REST's `GET /user` refuses the tokens of workflows and apps. */
  viewer(): Promise<string>
  /** All of them, oldest first. */
  list(): Promise<IssueComment[]>
  /** Not repeated by the client: the first call may have been received though its answer was lost. */
  create(body: string): Promise<IssueComment>
  update(id: number, body: string): Promise<IssueComment>
  remove(id: number): Promise<void>
}

/** An issue or a pull request: to GitHub, comments on either are the same. */
export interface IssuePlace {
  readonly owner: string
  readonly repo: string
  readonly issueNumber: number
}

export function issueComments(octokit: Octokit, { owner, repo, issueNumber }: IssuePlace): IssueComments {
  const { issues } = octokit.rest
  const issue = { owner, repo, issue_number: issueNumber }
  return {
    async viewer() {
      const request = { retries: 1 }
      const { viewer } = await octokit.graphql<ViewerAnswer>('{ viewer { login } }', { request })
      if (typeof viewer?.login !== 'string') throw unexpected('a login')
      return viewer.login
    },
    async list() {
      const comments: IssueComment[] = []
      for (let page = 1; ; page += 1) {
        const { data, headers } = await issues.listComments({ ...issue, per_page: 100, page })
        if (!Array.isArray(data)) throw unexpected('a list of comments')
        comments.push(...data.map(readComment))
        if (!headers.link?.includes('rel="next"')) return comments.sort((a, b) => a.id - b.id)
      }
    },
    create: async (body) =>
      readComment((await issues.createComment({ ...issue, body, request: { retries: 0 } })).data),
    update: async (id, body) =>
      readComment((await issues.updateComment({ owner, repo, comment_id: id, body })).data),
    async remove(id) {
      await issues.deleteComment({ owner, repo, comment_id: id })
    },
  }
}

interface ViewerAnswer {
  readonly viewer: { readonly login: string }
}

type RestComment = Awaited<ReturnType<Octokit['rest']['issues']['createComment']>>['data']

/** Octokit types the answer but does not check it, and a proxy's page arrives as a string. */
function readComment(comment: RestComment): IssueComment {
  if (typeof comment?.id !== 'number') throw unexpected('a comment')
  return {
    id: comment.id,
    body: comment.body ?? '',
    url: comment.html_url,
    author: comment.user?.login ?? null,
  }
}

function unexpected(what: string): Error {
  return new Error(`GitHub answered something else than ${what}; does a proxy answer in its place?`)
}
