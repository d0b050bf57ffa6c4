// The agents, workspaces and conversations that the voice-form service starts with.
import { chance, stableUuid } from '../ids.ts'

/** A question in the stored format. */
export interface StoredQuestion {
  readonly label: string
  readonly type: string
  /** The answer's key in the form data. */
  readonly name?: string
  readonly required?: boolean
  readonly options?: readonly string[]
  readonly [field: string]: unknown
}

/** A voice agent as the user of the simulator describes it. */
export interface SimulatedVoiceAgent {
  readonly title: string
  readonly questions: readonly StoredQuestion[]
  /** How many conversations it has had, some hours apart; 5 by default. */
  readonly conversations?: number
}

const sources = ['twilio', 'web', 'exotel', 'websocket'] as const
type Source = (typeof sources)[number]

export const isByPhone = (source: Source) => source === 'twilio' || source === 'exotel'

/** In US dollars, and the turns that were paid for. */
type Cost = Readonly<Record<`${Part | 'total'}_usd` | `${Part}_turns` | 'turns', number>>
type Part = 'llm' | 'stt' | 'tts'

export interface Conversation {
  readonly conversation_id: string
  readonly agentId: string
  readonly status: 'complete' | 'screened_out' | 'failed' | 'in_progress'
  readonly form_data: Readonly<Record<string, unknown>>
  readonly source: Source
  readonly caller_number: string | null
  readonly duration_secs: number | null
  readonly cost: Cost | null
  readonly transcript: readonly { readonly role: string; readonly content: string }[]
  /** The time of the last write, in unix seconds. */
  readonly created_at: number
}

export const workspaces = [
  { id: 'w-personal', name: 'Personal', owner_email: 'ada@acme.test', is_personal: true, role: 'admin' },
  { id: 'w-clinic', name: 'Clinic', owner_email: 'ben@acme.test', is_personal: false, role: 'limited' },
] as const

export const defaultVoiceAgents: readonly SimulatedVoiceAgent[] = [
  {
    title: 'Clinic intake',
    conversations: 60,
    questions: [
      { label: 'What is your full name?', type: 'string', name: 'full_name', required: true },
      { label: 'When were you born?', type: 'date', name: 'birth_date', required: true },
      { label: 'Do you take any medicine?', type: 'boolean', name: 'takes_medicine' },
    ],
  },
  {
    title: 'Garage booking',
    conversations: 12,
    questions: [
      {
        label: 'What does your car need?',
        type: 'single-select',
        name: 'service',
        options: ['Tyres', 'Oil', 'Brakes'],
      },
      {
        label: 'How many kilometres has it driven?',
        type: 'number',
        name: 'kilometres',
        number_format: 'integer',
      },
    ],
  },
  {
    title: 'Customer survey',
    conversations: 3,
    questions: [
      {
        label: 'What did you like?',
        type: 'multi-select',
        name: 'liked',
        options: ['Price', 'Speed', 'Staff'],
      },
      { label: 'Anything else?', type: 'string', name: 'remarks' },
    ],
  },
]

const HOURS_APART = 7

/** Newest first. The same for the same agent and `startedAt`, which is in milliseconds since 1970. */
export function conversationsOf(
  agentId: string,
  agent: SimulatedVoiceAgent,
  startedAt: number,
): Conversation[] {
  return Array.from({ length: agent.conversations ?? 5 }, (_, age) => {
    const seed = `${agentId}/${age}`
    const status = age % 9 === 4 ? 'failed' : age % 7 === 5 ? 'screened_out' : 'complete'
    const answered = status === 'complete' ? agent.questions : agent.questions.slice(0, 1)
    const source = sources[age % sources.length] ?? 'web'
    const seconds = Math.round(40 + 120 * chance(`${seed}/duration`))
    return {
      conversation_id: stableUuid(`conversation ${seed}`),
      agentId,
      status,
      form_data: Object.fromEntries(answered.map((question) => [nameOf(question), answerOf(question, seed)])),
      source,
      caller_number: isByPhone(source) ? `+49 30 5550${100 + age}` : null,
      duration_secs: seconds,
      cost: status === 'failed' ? null : costOf(seconds, answered.length),
      transcript: answered.flatMap((question) => [
        { role: 'assistant', content: question.label },
        { role: 'user', content: String(answerOf(question, seed)) },
      ]),
      created_at: startedAt / 1000 - (age + chance(seed)) * HOURS_APART * 3600,
    }
  })
}

function costOf(seconds: number, turns: number): Cost {
  const usd = (perSecond: number) => Number((seconds * perSecond).toFixed(4))
  const paid = { llm_usd: usd(0.0006), stt_usd: usd(0.0002), tts_usd: usd(0.0003) }
  return { total_usd: usd(0.0011), ...paid, turns, llm_turns: turns, stt_turns: turns, tts_turns: turns }
}

/** The key of a question's answer in the form data. */
export function nameOf({ name, label }: StoredQuestion): string {
  return name ?? label
}

const names = ['Ada Byron', 'Jörg Müller', 'O’Neill, Sam', 'Mei Lin', 'Zoë "Zo" Park']

function answerOf({ type, options = [], name = '' }: StoredQuestion, seed: string): unknown {
  const draw = chance(`${seed}/${name}`)
  switch (type) {
    case 'number':
      return Math.round(draw * 180_000)
    case 'boolean':
      return draw < 0.5
    case 'date':
      return new Date(Date.UTC(1940 + Math.floor(draw * 65), 4, 17)).toISOString().slice(0, 10)
    case 'single-select':
      return options[Math.floor(draw * options.length)]
    case 'multi-select': {
      const chosen = options.filter((_, index) => index % 2 === (draw < 0.5 ? 0 : 1))
      // Servers have both forms.
      return draw % 0.5 < 0.25 ? chosen.join(', ') : chosen
    }
    default:
      return names[Math.floor(draw * names.length)]
  }
}
