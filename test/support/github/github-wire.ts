// Parses the requests of the fake GitHub and sends or breaks its responses.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { GitHubAnswer, GitHubRequest } from './github-routes.ts'

/** The paths of the API, and the valid token. */
export interface GitHubSite {
  readonly basePath: string
  readonly graphqlPath: string
  readonly token: string
}

/** How a connection fails: at once, within the body, or never ending. */
export type BrokenConnection = 'reset' | 'truncated' | 'hang'

export async function readRequest(incoming: IncomingMessage, site: GitHubSite): Promise<GitHubRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const url = new URL(incoming.url ?? '/', 'http://github')
  return {
    method: incoming.method ?? 'GET',
    path: apiPath(url.pathname, site),
    query: Object.fromEntries(url.searchParams),
    authorization: judge(incoming.headers.authorization, site.token),
    body: parsed(Buffer.concat(chunks).toString()),
  }
}

export function sendAnswer(
  response: ServerResponse,
  { status, headers, body }: GitHubAnswer,
  connection: BrokenConnection | undefined,
): void {
  if (connection === 'hang') return
  if (connection === 'reset') {
    response.socket?.resetAndDestroy()
    return
  }
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
  const type = typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'
  response.writeHead(status, { ...(text === '' ? {} : { 'content-type': type }), ...headers })
  if (connection === 'truncated') {
    response.write(text.slice(0, text.length / 2), () => response.socket?.destroy())
    return
  }
  response.end(text)
}

/** The path as on github.com. A path outside the base path matches no route. */
function apiPath(path: string, { basePath, graphqlPath }: GitHubSite): string {
  if (path === graphqlPath) return '/graphql'
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : `outside:${path}`
}

function judge(header: string | undefined, token: string): GitHubRequest['authorization'] {
  if (header === undefined) return 'missing'
  return header.replace(/^(token|bearer) /i, '') === token ? 'right' : 'wrong'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
