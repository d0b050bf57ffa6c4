// The comments of the fake GitHub, and their shape in the REST API.

/** `user` is a login as in REST: bots end in `[bot]`. */
export interface StoredComment {
  readonly id: number
  readonly issue: number
  readonly user: string
  readonly body: string
}

/** The comments of all issues, in the order of their ids. */
export interface CommentStore {
  on(issue: number): readonly StoredComment[]
  has(id: number): boolean
  add(issue: number, comment: { readonly user: string; readonly body: string }): StoredComment
  /** The edited comment, or null if it does not exist. */
  edit(id: number, body: string): StoredComment | null
  remove(id: number): void
}

const FIRST_ID = 1_000_001

export function createCommentStore(): CommentStore {
  const comments = new Map<number, StoredComment>()
  let nextId = FIRST_ID
  return {
    on: (issue) => [...comments.values()].filter((comment) => comment.issue === issue),
    has: (id) => comments.has(id),
    add(issue, { user, body }) {
      const comment = { id: nextId, issue, user, body }
      nextId += 1
      comments.set(comment.id, comment)
      return comment
    },
    edit(id, body) {
      const comment = comments.get(id)
      if (comment === undefined) return null
      const edited = { ...comment, body }
      comments.set(id, edited)
      return edited
    },
    remove: (id) => {
      comments.delete(id)
    },
  }
}

/** A comment as the REST API shows it; `repository` is `owner/name`. */
export function shownComment(comment: StoredComment, apiUrl: string, repository: string): object {
  const { id, issue, user, body } = comment
  return {
    id,
    node_id: `IC_${id}`,
    url: `${apiUrl}/repos/${repository}/issues/comments/${id}`,
    html_url: `${new URL(apiUrl).origin}/${repository}/pull/${issue}#issuecomment-${id}`,
    issue_url: `${apiUrl}/repos/${repository}/issues/${issue}`,
    user: { login: user, id: 41_898_282, type: user.endsWith('[bot]') ? 'Bot' : 'User' },
    author_association: 'NONE',
    body,
  }
}
