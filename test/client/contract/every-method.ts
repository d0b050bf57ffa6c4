// A call of every method, with arguments that the services accept.
import type { EvaluationClient, VoiceFormClient } from '../../../src/client/index.ts'
import { sampleId as id } from './generated-responses.ts'

type Calls<Client> = Readonly<Record<string, (client: Client) => Promise<unknown>>>

/** The names of a client's methods: `getAgent`, `agents.list`. */
export function methodsOf(client: object, prefix = ''): string[] {
  return Object.entries(client).flatMap(([name, value]) =>
    typeof value === 'function' ? [prefix + name] : methodsOf(value, `${prefix}${name}.`),
  )
}

const jobs = { annotator_ids: [id], select_all: true } as const
const evaluators = [{ evaluator_uuid: id, variable_values: { criteria: 'Is short.' } }]
const history = [{ role: 'user', content: 'Hello' }]
const agent = { title: 'A', questions: [{ question: 'Age?', response_type: 'number' }] }

/** By the ID of the operation. */
export const evaluationCalls: Calls<EvaluationClient> = {
  getApiDescription: (client) => client.getApiDescription(),
  listAgents: (client) => client.listAgents({ q: 'bot' }),
  getAgent: (client) => client.getAgent(id),
  updateAgent: (client) => client.updateAgent(id, { name: 'Bot', config: {} }),
  verifyConnection: (client) => client.verifyConnection(id),
  listAgentTests: (client) => client.listAgentTests(id, { q: 'a', limit: 2, offset: 0 }),
  resolveAgents: (client) => client.resolveAgents(['Support bot']),
  runAgentTests: (client) => client.runAgentTests(id, { test_uuids: [id] }),
  runBatch: (client) => client.runBatch({ agent_names: ['A'] }),
  getRun: (client) => client.getRun(id, { compact: true, only_failed: true }),
  listRuns: (client) => client.listRuns(id, { limit: 5 }),
  listEvaluators: (client) => client.listEvaluators(),
  getEvaluator: (client) => client.getEvaluator(id, { compact: true }),
  updateAnnotationItems: (client) =>
    client.updateAnnotationItems(id, { updates: [{ uuid: id, payload: { name: 'a' } }] }),
  createLabellingJobs: (client) => client.createLabellingJobs(id, jobs),
  updateAnnotator: (client) => client.updateAnnotator(id, { name: 'Ada' }),
  'tests.list': ({ tests }) => tests.list({ q: 'a', limit: 2, offset: 0 }),
  'tests.get': ({ tests }) => tests.get(id),
  'tests.create': ({ tests }) =>
    tests.create({ name: 'A', type: 'response', config: { history }, evaluators }),
  'tests.createMany': ({ tests }) =>
    tests.createMany({ type: 'response', tests: [{ name: 'A', conversation_history: history, evaluators }] }),
  'tests.update': ({ tests }) => tests.update(id, { name: 'B', config: { history }, evaluators: [] }),
}

/** By the ID of the operation. */
export const voiceFormCalls: Calls<VoiceFormClient> = {
  offer: (client) => client.offer({ sdp: 'v=0', type: 'offer', request_data: { agentId: id } }),
  'agents.list': ({ agents }) => agents.page({ limit: 2 }),
  'agents.create': ({ agents }) => agents.create(agent),
  'agents.get': ({ agents }) => agents.get(id),
  'agents.update': ({ agents }) => agents.update(id, agent),
  'agents.updateConfig': ({ agents }) => agents.updateConfig(id, {}),
  'agents.getPublic': ({ agents }) => agents.getPublic(id),
  'agentConversations.list': ({ agentConversations }) => agentConversations.page(id, { limit: 2 }),
  'formData.update': ({ formData }) => formData.update(id, 'c', { updates: { age: 1 } }),
  'formData.get': ({ formData }) => formData.get(id, 'c'),
  'conversations.page': ({ conversations }) => conversations.page({ limit: 2 }),
  'workspaces.list': ({ workspaces }) => workspaces.page({ limit: 2 }),
}
