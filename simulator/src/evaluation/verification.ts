// `POST /agents/{agent_uuid}/verify-connection`: what the agent behind the address answers, and how a success is stored.

import { preciseTimestamp } from '../ids.ts'
import { crash, HttpError, type HttpResponse, json } from '../router.ts'
import type { Agent } from './agent.ts'
import { type AgentAnswer, type AgentConfig, verified } from './agent-config.ts'

export interface Verifier {
  readonly sleep: (ms: number) => Promise<void>
  /** A time that no other verification has. */
  readonly uniqueTime: () => string
  readonly store: (agent: Agent, config: AgentConfig | null) => void
}

export function createVerifier(now: () => number, sleep: Verifier['sleep']): Verifier {
  let verifications = 0
  return {
    sleep,
    uniqueTime: () => preciseTimestamp(now(), ++verifications % 1000),
    store(agent, config) {
      agent.config = config
      agent.updatedAt = now()
    },
  }
}

/** Goes on, and stores a success, after the client disconnected. */
export async function verify(agent: Agent, verifier: Verifier): Promise<HttpResponse> {
  const url = String(agent.config?.['agent_url'] || '')
  const [next = { agent: 'works' }, ...later] = agent.verifications
  if (later.length > 0) agent.verifications = later
  if (hasMalformedHost(url)) return crash()
  const refusal = addressError(url) ?? (next.agent === 'unresolved' ? UNRESOLVED : null)
  if (refusal !== null) throw new HttpError(400, { detail: refusal })
  await pause(verifier, next.afterMs ?? usualMs(next.agent))
  if (next.agent === 'list') return crash()
  const error = errorOf(next.agent, url)
  if (error === null) {
    // Not the configuration that was verified, but that of by now.
    verifier.store(agent, { ...agent.config, ...verified(verifier.uniqueTime()) })
  }
  return json({ success: error === null, error, sample_response: sampleOf(next.agent) })
}

async function pause({ sleep }: Verifier, ms: number): Promise<void> {
  if (ms > 0) await sleep(ms)
}

const UNRESOLVED = 'agent_url hostname could not be resolved'

/** Why the service does not even try, or null. */
function addressError(url: string): string | null {
  if (url === '')
    return 'This agent does not have an agent_url configured. Add agent_url to use connection mode.'
  if (!/^https?:/i.test(url)) return 'agent_url must use http or https'
  if (!URL.canParse(url)) return 'agent_url must include a hostname'
  const { hostname } = new URL(url)
  if (hostname === 'localhost') return 'agent_url must not point to localhost'
  if (
    /^(?:127|10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+$|^\[(?:::1|f[cde].*)\]$/.test(hostname)
  )
    return 'agent_url must not point to a private network address'
  if (hostname.endsWith('.internal'))
    return 'agent_url must not resolve to a private or reserved network address'
  return hostname.endsWith('.invalid') ? UNRESOLVED : null
}

function hasMalformedHost(url: string): boolean {
  if (!URL.canParse(url)) return false
  return new URL(url).hostname.split('.').some((label) => label === '' || label.length > 63)
}

const RETRIED_STATUSES = [429, 502, 503, 504]
const isRetried = (agent: AgentAnswer) =>
  agent === 'refuses' || RETRIED_STATUSES.some((status) => status === agent)

function usualMs(agent: AgentAnswer): number {
  if (agent === 'hangs') return 127_000
  return isRetried(agent) ? 7000 : 0
}

const WORDS = '{"error": "The agent says why."}'

function errorOf(agent: AgentAnswer, url: string): string | null {
  const attempts = '(after 4 attempts)'
  switch (agent) {
    case 'works':
    case 'list':
    case 'unresolved':
      return null
    case 'hangs':
      return `Agent request timed out (30s): ${url} ${attempts}`
    case 'refuses':
      return `Could not connect to agent at ${url}: connection refused ${attempts}`
    case 'drops':
      return 'Unexpected error during request: the server disconnected'
    case 'not-json':
      return 'Response is not valid JSON'
    case 'wrong-shape':
      return 'Response JSON must contain "response" and/or "tool_calls"'
    default:
      return isRetried(agent)
        ? `Agent returned HTTP ${agent}: ${WORDS} ${attempts}`
        : `Endpoint returned HTTP ${agent}: ${WORDS}`
  }
}

function sampleOf(agent: AgentAnswer): object | null {
  if (agent === 'works') return { response: 'The agent says hello.', tool_calls: [] }
  return agent === 'wrong-shape' ? { reply: 'The agent says hello.' } : null
}
