// The configuration of an agent, and what verifications of its connection leave in it.
import { preciseTimestamp } from '../ids.ts'
import type { Fixture } from './fixtures/test-case.ts'
import type { Scenario } from './scenarios.ts'

/** Replaced as a whole, never changed in place: runs keep the one they were launched with. */
export type AgentConfig = Readonly<Record<string, unknown>>

/** What the agent does with the message that it is sent; a number is an HTTP status. */
export type AgentAnswer =
  | 'works'
  | 'hangs'
  | 'refuses'
  | 'drops'
  | 'not-json'
  | 'wrong-shape'
  | 'list'
  | 'unresolved'
  | number

export interface Verification {
  readonly agent: AgentAnswer
  /** Until the answer of the service. By default 7 s or 127 s if it tries four times, else 0. */
  readonly afterMs?: number
}

/** Request fields that every test of a connection sends. */
const defaultInputs = { channel: 'web', locale: 'en-GB' }

export function defaultConfig(
  uuid: string,
  scenario: Scenario,
  fixture: Fixture,
  createdAt: number,
): AgentConfig | null {
  if (!scenario.isConfigured) return null
  if (scenario.follows === 'prompt')
    return {
      system_prompt: fixture.systemPrompt ?? '',
      llm: { model: 'openai/gpt-4.1' },
      stt: { provider: 'deepgram' },
      tts: { provider: 'google' },
      settings: { agent_speaks_first: true, max_assistant_turns: 50 },
    }
  return {
    // With a token, which shows up in errors.
    agent_url: `https://agents.example/${uuid}/chat?token=simulated-agent-token`,
    default_inputs: defaultInputs,
    ...(scenario.refusal === 'not-verified' ? changed : verified(preciseTimestamp(createdAt, 0))),
  }
}

/** A run of an agent with an `agent_url` needs it, whatever the agent's type. */
export function isVerified({ config }: { readonly config: AgentConfig | null }): boolean {
  return !config?.['agent_url'] || config['connection_verified'] === true
}

const flags = [
  'connection_verified',
  'connection_verified_at',
  'connection_verified_error',
  'benchmark_models_verified',
]

/** Every write by a key drops these keys, whatever their values. */
export function withoutFlags(config: AgentConfig): AgentConfig {
  return Object.fromEntries(Object.entries(config).filter(([key]) => !flags.includes(key)))
}

/** After a change in the web application. */
const changed = {
  connection_verified: false,
  connection_verified_at: null,
  connection_verified_error: null,
}

export const verified = (time: string) => ({
  connection_verified: true,
  connection_verified_at: time,
  connection_verified_error: null,
})
