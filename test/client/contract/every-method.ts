// A call of every method, with every option and every kind of field that the services accept.
import {
  type ClientOptions,
  createEvaluationClient,
  createVoiceFormClient,
  type EvaluationClient,
  type VoiceFormClient,
} from '../../../src/client/index.ts'
import { type Description, evaluationDescription, voiceFormDescription } from './description.ts'
import { sampleId as id } from './recorded-answers.ts'

type Calls<Client> = Readonly<Record<string, (client: Client) => Promise<unknown>>>

/** The names of a client's methods: `request`, `agents.list`. */
export function methodsOf(client: object, prefix = ''): string[] {
  return Object.entries(client).flatMap(([name, value]) =>
    typeof value === 'function' ? [prefix + name] : methodsOf(value, `${prefix}${name}.`),
  )
}

const page = { limit: 2, offset: 1 }
const chosen = { annotator_ids: [id], item_ids: [id], evaluator_ids: [id] }
const jobs = { ...chosen, comments_enabled: true, reasoning_mode: 'hidden' }
const evaluators = [{ evaluator_uuid: id, variable_values: { criteria: 'Is short.' } }]
const history = [
  { role: 'user', content: 'Room 101' },
  { role: 'tool', content: null, name: 'find', tool_call_id: '1' },
]
const config = { history, evaluation: { type: 'response' }, inputs: { a: null }, kept: 1 }
const toolCall = { tool: 'book', arguments: { room: { match_type: 'exact', value: 101 } } }
const agent = {
  title: 'Booking',
  questions: [
    { question: 'When?', response_type: 'date', name: 'day', required: true, branch_id: 'b-1' },
    { question: 'Sure?', response_type: 'boolean', boolean_labels: { true: 'yes', false: 'no' } },
  ],
  branches: [{ id: 'b-1', condition: { field: 'sure', equals: true } }],
  description: 'For the garage.',
  ai_instructions: 'Be brief.',
  hearing_acknowledgement_mode: 'fixed',
  hearing_acknowledgement_phrases: ['mhm'],
  scripts: { intro: 'Hello.', outro: 'Bye.', outro_incomplete: 'Call again.' },
  unknown_field: { kept: true },
}
const filter = { since: 1.5, until: 2.5, status: 'complete', source: 'web' }

/** By the ID of the operation. */
const evaluationCalls: Calls<EvaluationClient> = {
  getApiDescription: (client) => client.getApiDescription(),
  'agents.list': (client) => client.agents.list({ q: 'bot' }).page(),
  'agents.get': (client) => client.agents.get(id),
  'agents.update': (client) =>
    client.agents.update(id, {
      name: 'Bot',
      config: { agent_url: 'https://a.test', later: { deep: [1, null] } },
    }),
  'agents.verifyConnection': (client) => client.agents.verifyConnection(id),
  'agents.listTests': (client) => client.agents.listTests(id, { q: 'a', ...page }).page(),
  'agents.resolve': (client) => client.agents.resolve(['Support bot']),
  'agents.run': (client) => client.agents.run(id, { test_uuids: [id] }),
  'runs.batch': (client) => client.runs.batch({ agent_names: ['A'] }),
  'runs.get': (client) => client.runs.get(id, { compact: true, only_failed: true }),
  'runs.list': (client) =>
    client.runs.list(id, { type: 'llm-unit-test', status: 'done', has_failures: true, ...page }).page(),
  'evaluators.list': (client) => client.evaluators.list().page(),
  'evaluators.get': (client) => client.evaluators.get(id, { compact: true }),
  'annotations.updateItems': (client) =>
    client.annotations.updateItems(id, {
      updates: [{ uuid: id, payload: { name: 'a' }, metadata: [{ key: 'lang', value: 'de' }] }],
    }),
  'annotations.createJobs': (client) => client.annotations.createJobs(id, jobs),
  'annotations.updateAnnotator': (client) => client.annotations.updateAnnotator(id, { name: 'Ada' }),
  'tests.list': ({ tests }) => tests.list({ q: 'a', ...page }).page(),
  'tests.get': ({ tests }) => tests.get(id),
  'tests.create': ({ tests }) => tests.create({ name: 'A', type: 'response', config, evaluators }),
  'tests.createMany': ({ tests }) =>
    tests.createMany({
      type: 'tool_call',
      tests: [{ name: 'A', conversation_history: history, tool_calls: [toolCall] }],
      language: 'en',
    }),
  'tests.update': ({ tests }) => tests.update(id, { name: 'B', config: { input: 'x' }, evaluators: [] }),
}

/** By the ID of the operation. */
const voiceFormCalls: Calls<VoiceFormClient> = {
  'sessions.start': ({ sessions }) =>
    sessions.start({ sdp: 'v=0', type: 'offer', request_data: { agentId: id } }),
  'agents.list': ({ agents }) => agents.list({ limit: 2, cursor: 4 }).page(),
  'agents.create': ({ agents }) => agents.create({ ...agent, workspace_id: 'w' }),
  'agents.get': ({ agents }) => agents.get(id),
  'agents.update': ({ agents }) => agents.update(id, agent),
  'agents.updateConfig': ({ agents }) => agents.updateConfig(id, {}),
  'agents.getPublic': ({ agents }) => agents.getPublic(id),
  'agents.listConversations': ({ agents }) =>
    agents.listConversations(id, { ...filter, limit: 2, cursor: 4, include_transcript: false }).page(),
  'formData.update': ({ formData }) => formData.update(id, 'c', { updates: { age: 1 } }),
  'formData.get': ({ formData }) => formData.get(id, 'c'),
  'conversations.list': ({ conversations }) =>
    conversations.list({ ...filter, workspace_id: 'w', agent_id: id, limit: 2, cursor: 4 }).page(),
  'workspaces.list': ({ workspaces }) => workspaces.list({ limit: 2, cursor: 4 }).page(),
}

const general = { name: 'Input', input: 'Sum up.', evaluators }

/** Other ways to ask, by the ID of the operation. */
const otherEvaluationCalls: readonly [string, (client: EvaluationClient) => Promise<unknown>][] = [
  ['agents.list', (client) => client.agents.list().toArray()],
  ['agents.run', (client) => client.agents.run(id)],
  ['runs.batch', (client) => client.runs.batch()],
  ['runs.get', (client) => client.runs.wait(id)],
  ['runs.list', (client) => client.runs.list(id).toArray()],
  ['agents.listTests', (client) => client.agents.listTests(id).toArray()],
  ['evaluators.list', (client) => client.evaluators.list().toArray()],
  ['tests.list', (client) => client.tests.list().toArray()],
  [
    'annotations.createJobs',
    (client) => client.annotations.createJobs(id, { annotator_ids: [id], select_all: true }),
  ],
  ['tests.createMany', ({ tests }) => tests.createMany({ type: 'general', tests: [general] })],
]

/** Other ways to ask, by the ID of the operation. */
const otherVoiceFormCalls: readonly [string, (client: VoiceFormClient) => Promise<unknown>][] = [
  ['agents.list', ({ agents }) => agents.list().toArray()],
  ['agents.listConversations', ({ agents }) => agents.listConversations(id, filter).toArray()],
  ['conversations.list', ({ conversations }) => conversations.list({ limit: 2 }).toArray()],
  ['workspaces.list', ({ workspaces }) => workspaces.list().toArray()],
]

export const settings = { baseUrl: 'https://service.test', apiKey: 'secret-key-0123456789' }

function serviceOf<const Name, Client>(
  name: Name,
  description: Description,
  create: (options: ClientOptions & { readonly apiKey: string }) => Client,
  ways: readonly [string, (client: Client) => Promise<unknown>][],
) {
  const calls = ways.map(([id, call]) => ({
    id,
    call: (options: Partial<ClientOptions>) => call(create({ ...settings, ...options })),
  }))
  return { name, description, client: create(settings), calls }
}

/** With all ways to ask for each operation, by a client with these options. */
export const services = [
  serviceOf('evaluation service', evaluationDescription(), createEvaluationClient, [
    ...Object.entries(evaluationCalls),
    ...otherEvaluationCalls,
  ]),
  serviceOf('voice-form service', voiceFormDescription(), createVoiceFormClient, [
    ...Object.entries(voiceFormCalls),
    ...otherVoiceFormCalls,
  ]),
]
