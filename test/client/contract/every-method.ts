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

/** The names of a client's methods: `getAgent`, `agents.list`. */
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
  listAgents: (client) => client.listAgents({ q: 'bot' }),
  getAgent: (client) => client.getAgent(id),
  updateAgent: (client) =>
    client.updateAgent(id, {
      name: 'Bot',
      config: { agent_url: 'https://a.test', later: { deep: [1, null] } },
    }),
  verifyConnection: (client) => client.verifyConnection(id),
  listAgentTests: (client) => client.listAgentTests(id, { q: 'a', ...page }),
  resolveAgents: (client) => client.resolveAgents(['Support bot']),
  runAgentTests: (client) => client.runAgentTests(id, { test_uuids: [id] }),
  runBatch: (client) => client.runBatch({ agent_names: ['A'] }),
  getRun: (client) => client.getRun(id, { compact: true, only_failed: true }),
  listRuns: (client) =>
    client.listRuns(id, { type: 'llm-unit-test', status: 'done', has_failures: true, ...page }),
  listEvaluators: (client) => client.listEvaluators(),
  getEvaluator: (client) => client.getEvaluator(id, { compact: true }),
  updateAnnotationItems: (client) =>
    client.updateAnnotationItems(id, {
      updates: [{ uuid: id, payload: { name: 'a' }, metadata: [{ key: 'lang', value: 'de' }] }],
    }),
  createLabellingJobs: (client) => client.createLabellingJobs(id, jobs),
  updateAnnotator: (client) => client.updateAnnotator(id, { name: 'Ada' }),
  'tests.list': ({ tests }) => tests.list({ q: 'a', ...page }),
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
  offer: (client) => client.offer({ sdp: 'v=0', type: 'offer', request_data: { agentId: id } }),
  'agents.list': ({ agents }) => agents.page({ limit: 2, cursor: 4 }),
  'agents.create': ({ agents }) => agents.create({ ...agent, workspace_id: 'w' }),
  'agents.get': ({ agents }) => agents.get(id),
  'agents.update': ({ agents }) => agents.update(id, agent),
  'agents.updateConfig': ({ agents }) => agents.updateConfig(id, {}),
  'agents.getPublic': ({ agents }) => agents.getPublic(id),
  'agentConversations.list': ({ agentConversations }) =>
    agentConversations.page(id, { ...filter, limit: 2, cursor: 4, include_transcript: false }),
  'formData.update': ({ formData }) => formData.update(id, 'c', { updates: { age: 1 } }),
  'formData.get': ({ formData }) => formData.get(id, 'c'),
  'conversations.page': ({ conversations }) =>
    conversations.page({ ...filter, workspace_id: 'w', agent_id: id, limit: 2, cursor: 4 }),
  'workspaces.list': ({ workspaces }) => workspaces.page({ limit: 2, cursor: 4 }),
}

const general = { name: 'Input', input: 'Sum up.', evaluators }

/** Other ways to ask, by the ID of the operation. */
const otherEvaluationCalls: readonly [string, (client: EvaluationClient) => Promise<unknown>][] = [
  ['listAgents', (client) => client.listAgents()],
  ['runAgentTests', (client) => client.runAgentTests(id)],
  ['runBatch', (client) => client.runBatch()],
  ['getRun', (client) => client.waitForRun(id)],
  ['listRuns', (client) => client.iterateRuns(id).toArray()],
  [
    'createLabellingJobs',
    (client) => client.createLabellingJobs(id, { annotator_ids: [id], select_all: true }),
  ],
  ['tests.createMany', ({ tests }) => tests.createMany({ type: 'general', tests: [general] })],
]

/** Other ways to ask, by the ID of the operation. */
const otherVoiceFormCalls: readonly [string, (client: VoiceFormClient) => Promise<unknown>][] = [
  ['agents.list', ({ agents }) => agents.list()],
  ['agents.list', ({ agents }) => agents.iterate().toArray()],
  ['agentConversations.list', ({ agentConversations }) => agentConversations.list(id, filter)],
  ['agentConversations.list', ({ agentConversations }) => agentConversations.iterate(id).toArray()],
  ['conversations.page', ({ conversations }) => conversations.iterate({ limit: 2 }).toArray()],
  ['workspaces.list', ({ workspaces }) => workspaces.list()],
  ['workspaces.list', ({ workspaces }) => workspaces.iterate().toArray()],
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
