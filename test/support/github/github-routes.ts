// The responses of the fake GitHub: issue comments, pull requests, heads of branches, Git objects, and the owner of the token.

/** A received request; `path` is without the base path, and the token is not kept. */
export interface GitHubRequest {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly authorization: 'right' | 'wrong' | 'missing'
  /** The JSON body, or undefined. */
  readonly body: unknown
}

/** `body` is sent as JSON, a string as text/html. */
export interface GitHubAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

interface Repository {
  readonly comments: CommentStore
  readonly issues: IssueStore
  /** By number, in the shape of the REST API. */
  readonly pullRequests: ReadonlyMap<number, object>
  /** When the commits of each were written, oldest first. */
  readonly commitDates: ReadonlyMap<number, readonly string[]>
  /** When the job's workflow run was started for the first time; null if the token may not read it. */
  readonly firstAttemptAt: string | null
  /** The commits of their heads, by name. */
  readonly branches: ReadonlyMap<string, string>
  readonly git: { readonly answer: (path: string, isRecursive: boolean) => GitHubAnswer | null }
  /** Login of the token's owner as in REST. */
  readonly viewer: string
  readonly apiUrl: string
}

const DEFAULT_PER_PAGE = 30
const MAX_PER_PAGE = 100
const MAX_BODY_CHARACTERS = 65_536
const DOCUMENTATION = 'https://docs.github.com/rest'

/** @param name of the repository @param rest the other parts of the path that differ */
type Route = (
  request: GitHubRequest,
  repository: Repository,
  name: string,
  rest: string,
) => GitHubAnswer | null

const routes: readonly (readonly [request: RegExp, route: Route])[] = [
  [/^POST \/graphql$/, (_, { viewer: login }) => ok({ data: { viewer: { login } } })],
  // Of a workflow's own token, and of others of an app, only GraphQL tells it.
  [
    /^GET \/user$/,
    (_, { viewer: login }) =>
      login.endsWith('[bot]') ? refusal(403, 'Resource not accessible by integration') : ok({ login }),
  ],
  [
    /^GET \/repos\/(.+?\/.+?)\/issues\/(\d+)\/comments$/,
    ({ query, path }, { comments, apiUrl }, name, issue) => {
      const all = comments.on(Number(issue)).map((comment) => shownComment(comment, apiUrl, name))
      return page(all, query, `${apiUrl}${path}`)
    },
  ],
  [
    /^POST \/repos\/(.+?\/.+?)\/issues\/(\d+)\/comments$/,
    (request, { comments, issues, viewer: user, apiUrl }, name, issue) => {
      if (issues.all.some(({ number, locked }) => locked && number === Number(issue)))
        return refusal(403, 'Unable to create comment because issue is locked.')
      const body = sentBody(request)
      if (typeof body !== 'string') return body
      return { status: 201, body: shownComment(comments.add(Number(issue), { user, body }), apiUrl, name) }
    },
  ],
  [
    /^PATCH \/repos\/(.+?\/.+?)\/issues\/comments\/(\d+)$/,
    (request, { comments, apiUrl }, name, id) => {
      const body = sentBody(request)
      if (typeof body !== 'string') return body
      const edited = comments.edit(Number(id), body)
      return edited && ok(shownComment(edited, apiUrl, name))
    },
  ],
  [
    /^GET \/repos\/(.+?\/.+?)\/issues$/,
    ({ query, path }, { issues, apiUrl }, name) => {
      const { state = 'open', creator } = query
      const found = issues.all
        .filter((issue) => state === 'all' || issue.state === state)
        .filter(({ user }) => creator === undefined || user === creator)
        .toSorted((a, b) => b.number - a.number)
      return page(
        found.map((issue) => shownIssue(issue, apiUrl, name)),
        query,
        `${apiUrl}${path}`,
      )
    },
  ],
  [
    /^POST \/repos\/(.+?\/.+?)\/issues$/,
    (request, { issues, viewer: user, apiUrl }, name) => {
      if (issues.areDisabled) return refusal(410, 'Issues has been disabled in this repository.')
      const body = sentBody(request)
      if (typeof body !== 'string') return body
      const { title } = Object(request.body)
      if (typeof title !== 'string' || title.length > 256) return invalid('invalid', 'title', undefined)
      return { status: 201, body: shownIssue(issues.add({ user, title, body }), apiUrl, name) }
    },
  ],
  [
    /^PATCH \/repos\/(.+?\/.+?)\/issues\/(\d+)$/,
    (request, { issues, apiUrl }, name, number) => {
      const { title, body, state } = Object(request.body)
      if (body !== undefined && typeof sentBody(request) !== 'string')
        return invalid('invalid', 'body', undefined)
      const changes = Object.entries({ title, body, state }).filter(([, value]) => value !== undefined)
      const edited = issues.edit(Number(number), Object.fromEntries(changes))
      return edited && ok(shownIssue(edited, apiUrl, name))
    },
  ],
  [
    /^GET \/repos\/(.+?\/.+?)\/pulls\/(\d+)\/commits$/,
    ({ query, path }, { commitDates, apiUrl }, _name, number) => {
      const dates = commitDates.get(Number(number)) ?? []
      const commits = dates.map((date) => ({ sha: 'c0ffee', commit: { author: { name: 'Dana', date } } }))
      return page(commits, query, `${apiUrl}${path}`)
    },
  ],
  [
    /^GET \/repos\/(.+?\/.+?)\/commits\/([0-9a-f]+)\/pulls$/,
    ({ query, path }, { pullRequests, apiUrl }, _name, sha) => {
      const merged = [...pullRequests.values()].filter(
        (each) => Reflect.get(each, 'merge_commit_sha') === sha,
      )
      return page(merged, query, `${apiUrl}${path}`)
    },
  ],
  [
    /^GET \/repos\/(.+?\/.+?)\/actions\/runs\/(\d+)$/,
    (_, { firstAttemptAt }) => (firstAttemptAt === null ? null : ok({ created_at: firstAttemptAt })),
  ],
  [/^GET \/repos\/(.+?\/.+?)\/pulls$/, pullRequests],
  [
    /^GET \/repos\/(.+?\/.+?)\/pulls\/(\d+)$/,
    (_, { pullRequests }, _name, number) => {
      const found = pullRequests.get(Number(number))
      return found === undefined ? null : ok(found)
    },
  ],
  [
    /^GET \/repos\/(.+?\/.+?)\/commits\/([0-9a-f]+)\/branches-where-head$/,
    (_, { branches, apiUrl }, _name, sha) => {
      const names = [...branches].flatMap(([name, head]) => (head === sha ? [name] : []))
      const commit = { sha, url: `${apiUrl}/commits/${sha}` }
      return ok(names.map((name) => ({ name, commit, protected: false })))
    },
  ],
]

export function answerGitHub(request: GitHubRequest, repository: Repository): GitHubAnswer {
  if (request.authorization !== 'right') return refusal(401, 'Bad credentials')
  for (const [pattern, route] of routes) {
    const [found, name = '', rest = ''] = pattern.exec(`${request.method} ${request.path}`) ?? []
    if (found !== undefined) return route(request, repository, name, rest) ?? refusal(404, 'Not Found')
  }
  return repository.git.answer(request.path, 'recursive' in request.query) ?? refusal(404, 'Not Found')
}

const ok = (body: object): GitHubAnswer => ({ status: 200, body })

/** `head` is `owner:branch`. */
function pullRequests(
  { path, query }: GitHubRequest,
  { pullRequests: all, apiUrl }: Repository,
): GitHubAnswer {
  const { state = 'open', head } = query
  const found = [...all.values()].filter((each) => {
    const { ref, repo } = Object(Reflect.get(each, 'head'))
    const isInState = state === 'all' || (Reflect.get(each, 'state') ?? 'open') === state
    return isInState && (head === undefined || head === `${repo?.owner?.login}:${ref}`)
  })
  return page(found, query, `${apiUrl}${path}`)
}

/** The comment's text, or GitHub's error for an invalid one. */
function sentBody({ body }: GitHubRequest): string | GitHubAnswer {
  const text = typeof body === 'object' && body !== null ? Reflect.get(body, 'body') : undefined
  if (typeof text !== 'string' || text.trim() === '') return invalid('missing_field', 'body', undefined)
  if (text.length <= MAX_BODY_CHARACTERS) return text
  return invalid('unprocessable', 'data', `Body is too long (maximum is ${MAX_BODY_CHARACTERS} characters)`)
}

function invalid(code: string, field: string, message: string | undefined): GitHubAnswer {
  return refusal(422, 'Validation Failed', [{ resource: 'IssueComment', code, field, message }])
}

function refusal(status: number, message: string, errors?: readonly object[]): GitHubAnswer {
  return { status, body: { message, errors, documentation_url: DOCUMENTATION, status: String(status) } }
}

/** One page, with a link to the next. */
function page(all: readonly object[], query: GitHubRequest['query'], url: string): GitHubAnswer {
  const asked = wholeNumber(query['per_page']) ?? DEFAULT_PER_PAGE
  const perPage = Math.min(asked, MAX_PER_PAGE)
  const number = wholeNumber(query['page']) ?? 1
  const last = Math.max(1, Math.ceil(all.length / perPage))
  const next = `<${url}?per_page=${perPage}&page=${number + 1}>; rel="next"`
  return {
    status: 200,
    headers: number < last ? { link: next } : {},
    body: all.slice((number - 1) * perPage, number * perPage),
  }
}

function wholeNumber(text: string | undefined): number | null {
  const number = Number(text)
  return Number.isSafeInteger(number) && number > 0 ? number : null
}

/** `user` is a login as in REST: bots end in `[bot]`. */
export interface StoredComment {
  readonly id: number
  readonly issue: number
  readonly user: string
  readonly body: string
}

type CommentStore = ReturnType<typeof createCommentStore>

/** The comments of all issues, in the order of their ids. */
export function createCommentStore() {
  const comments = new Map<number, StoredComment>()
  let nextId = 1_000_001
  return {
    on: (issue: number): readonly StoredComment[] =>
      [...comments.values()].filter((comment) => comment.issue === issue),
    add(issue: number, { user, body }: { readonly user: string; readonly body: string }): StoredComment {
      const comment = { id: nextId, issue, user, body }
      nextId += 1
      comments.set(comment.id, comment)
      return comment
    },
    /** The edited comment, or null if it does not exist. */
    edit(id: number, body: string): StoredComment | null {
      const comment = comments.get(id)
      if (comment === undefined) return null
      const edited = { ...comment, body }
      comments.set(id, edited)
      return edited
    },
  }
}

export interface StoredIssue {
  readonly number: number
  readonly user: string
  readonly title: string
  readonly body: string
  readonly state: 'open' | 'closed'
  readonly locked: boolean
  readonly isPullRequest: boolean
}

type IssueStore = ReturnType<typeof createIssueStore>

/** The issues of a repository, pull requests among them. */
export function createIssueStore() {
  const issues = new Map<number, StoredIssue>()
  return {
    areDisabled: false,
    get all(): readonly StoredIssue[] {
      return [...issues.values()]
    },
    add(issue: Pick<StoredIssue, 'user' | 'title' | 'body'> & Partial<StoredIssue>): StoredIssue {
      const number = 100 + issues.size
      const added = { number, state: 'open', locked: false, isPullRequest: false, ...issue } as const
      issues.set(added.number, added)
      return added
    },
    /** The edited issue, or null if it does not exist. */
    edit(number: number, changes: Partial<StoredIssue>): StoredIssue | null {
      const issue = issues.get(number)
      if (issue === undefined) return null
      const edited = { ...issue, ...changes }
      issues.set(number, edited)
      return edited
    },
    /** As a transfer to another repository does. */
    remove: (number: number) => issues.delete(number),
  }
}

function shownIssue(
  { user, isPullRequest, ...issue }: StoredIssue,
  apiUrl: string,
  repository: string,
): object {
  const html_url = `${new URL(apiUrl).origin}/${repository}/issues/${issue.number}`
  const shown = { html_url, body_html: asHtml(issue.body), user: { login: user } }
  return { ...issue, ...shown, ...(isPullRequest && { pull_request: {} }) }
}

/** As in comments and issues: each line breaks. */
const asHtml = (body: string) => body.replaceAll('\n', '<br>\n')

/** What is read of a comment as the REST API shows it; `repository` is `owner/name`. */
function shownComment(comment: StoredComment, apiUrl: string, repository: string): object {
  const { id, issue, user, body } = comment
  return {
    id,
    html_url: `${new URL(apiUrl).origin}/${repository}/pull/${issue}#issuecomment-${id}`,
    user: { login: user },
    body,
    body_html: asHtml(body),
  }
}
