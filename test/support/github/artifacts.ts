// A fake of GitHub's artifacts, on loopback: the calls of the results service, its blob storage, and the address by which
// a browser opens an artifact that is not zipped.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { serve } from './github.ts'

interface StoredArtifact {
  readonly name: string
  readonly mimeType: string
  /** Null until it is finalized. */
  readonly id: number | null
  readonly content: string
}

/** How CreateArtifact fails. */
type ArtifactFault = 'quota' | 'reset' | 'hang'

export type Artifacts = Awaited<ReturnType<typeof startArtifacts>>

const CALL = /^\/twirp\/github\.actions\.results\.api\.v1\.ArtifactService\/(\w+)$/
const OPEN = /^\/acme\/shop\/actions\/runs\/1001\/artifacts\/(\d+)$/

/** Of a workflow run of the repository acme/shop. */
export async function startArtifacts(fault?: ArtifactFault) {
  const stored = new Map<string, StoredArtifact>()
  const blocks = new Map<string, string>()
  const journal: string[] = []
  const { origin, port, close } = await serve(respond)
  const claims = Buffer.from('{"scp":"Actions.Results:run-1:job-1"}').toString('base64url')
  const token = `e30.${claims}.signature`

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin)
    const body = await text(request)
    const call = CALL.exec(pathname)?.[1]
    const blob = stored.get(/^\/blobs\/(.+)$/.exec(pathname)?.[1] ?? '')
    const opened = [...stored.values()].find(({ id }) => id === Number(OPEN.exec(pathname)?.[1]))
    if (call !== undefined) {
      journal.push(call)
      if (fault === 'hang') return
      if (fault === 'reset') request.socket.resetAndDestroy()
      else if (request.headers.authorization === `Bearer ${token}`)
        send(response, ...answer(call, JSON.parse(body)))
      else send(response, 401, { msg: 'unauthorized' })
    } else if (blob !== undefined && request.method === 'PUT') {
      journal.push('upload')
      store(blob, searchParams, body)
      send(response, 201, {})
    } else if (blob !== undefined)
      response.writeHead(200, { 'content-type': blob.mimeType }).end(blob.content)
    else if (opened !== undefined) response.writeHead(302, { location: `/blobs/${opened.name}` }).end()
    else send(response, 404, {})
  }

  function answer(call: string, { name, mime_type }: ArtifactCall): readonly [number, object] {
    const artifact = stored.get(name)
    if (fault === 'quota') return [403, { msg: 'insufficient usage to create artifact' }]
    if (call === 'CreateArtifact') {
      if (artifact !== undefined)
        return [409, { msg: 'an artifact with this name already exists on the workflow run' }]
      stored.set(name, { name, mimeType: mime_type ?? '', id: null, content: '' })
      return [200, { ok: true, signed_upload_url: `${origin}/blobs/${name}?sig=upload-signature` }]
    }
    if (artifact === undefined) return [404, { msg: 'not found' }]
    stored.set(name, { ...artifact, id: stored.size })
    return [200, { ok: true, artifact_id: String(stored.size) }]
  }

  /** In blocks, or small files at once. */
  function store(artifact: StoredArtifact, query: URLSearchParams, body: string): void {
    const block = query.get('blockid')
    if (block !== null) blocks.set(block, body)
    else {
      const ids = [...body.matchAll(/<Latest>([^<]*)<\/Latest>/g)].map(([, id = '']) => id)
      const content = ids.length === 0 ? body : ids.map((id) => blocks.get(id)).join('')
      stored.set(artifact.name, { ...artifact, content })
    }
  }

  return {
    /** What the runner sets for JavaScript actions, and the server that shows artifacts. */
    env: {
      ACTIONS_RUNTIME_TOKEN: token,
      ACTIONS_RESULTS_URL: `${origin}/`,
      GITHUB_SERVER_URL: `http://github.localhost:${port}`,
    },
    /** The artifacts of the workflow run by name, those of other jobs included. Mutable. */
    stored,
    /** The calls and uploads, such as `CreateArtifact`. */
    journal,
    close,
  }
}

interface ArtifactCall {
  readonly name: string
  readonly mime_type?: string
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
