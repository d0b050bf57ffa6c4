// The state of the voice-form service, kept in memory.
import { stableUuid } from '../ids.ts'
import { HttpError } from '../router.ts'
import { fromConfig, type StoredAgent } from './agent-format.ts'
import { type Conversation, conversationsOf, type SimulatedVoiceAgent, workspaces } from './data.ts'

export interface VoiceAgent {
  readonly id: string
  readonly workspaceId: string
  readonly config: StoredAgent
  readonly status: 'draft' | 'published'
  readonly version: number
  /** Unix seconds. */
  readonly updatedAt: number
}

export interface State {
  readonly agents: Map<string, VoiceAgent>
  /** Newest first. */
  conversations(): Conversation[]
  save(conversation: Conversation): void
  /** Unix seconds. */
  readonly now: () => number
}

/** @param now the clock, in milliseconds since 1970 */
export function createState(described: readonly SimulatedVoiceAgent[], now: () => number): State {
  const startedAt = now()
  const conversations = new Map<string, Conversation>()
  // Callers choose the IDs of calls, so two agents can have the same.
  const save = (each: Conversation) => void conversations.set(`${each.agentId}/${each.conversation_id}`, each)
  const agents = new Map<string, VoiceAgent>()
  for (const [position, agent] of described.entries()) {
    const id = stableUuid(`voice agent ${agent.title}`)
    if (agents.has(id)) throw new Error(`two agents have the same title: "${agent.title}"`)
    const config = fromConfig({ title: agent.title, questions: agent.questions, agent_speaks_first: true })
    const workspaceId = workspaces[position === 0 ? 1 : 0].id
    agents.set(id, { id, workspaceId, config, status: 'published', version: 1, updatedAt: startedAt / 1000 })
    for (const each of conversationsOf(id, agent, startedAt)) save(each)
  }
  return {
    agents,
    conversations: () => [...conversations.values()].sort((a, b) => b.created_at - a.created_at),
    save,
    now: () => now() / 1000,
  }
}

export function findAgent({ agents }: State, id: string): VoiceAgent {
  const agent = agents.get(id)
  if (agent === undefined) throw new HttpError(404, { error: 'Agent not found' })
  return agent
}
