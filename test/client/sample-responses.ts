// One complete response per method, and the method that reads it.
import { createEvaluationClient, createVoiceFormClient } from '../../src/client/index.ts'

const apiKey = 'secret-key-0123456789'
const baseUrl = 'https://service.test'
const id = '0b8a3a52-7e55-4b0e-9c5a-0d9f3f7d6a11'

/** What a method makes of a response. */
type Read = (response: unknown) => Promise<unknown>

function reader(
  call: (clients: {
    evaluation: ReturnType<typeof createEvaluationClient>
    voiceForm: ReturnType<typeof createVoiceFormClient>
  }) => Promise<unknown>,
): Read {
  return (response) => {
    const options = { baseUrl, apiKey, maxRetries: 0, fetch: async () => Response.json(response) }
    return call({ evaluation: createEvaluationClient(options), voiceForm: createVoiceFormClient(options) })
  }
}

const rubric = { scale: [{ value: 1, name: 'Poor', description: 'Rude', color: '#c00' }] }
const spread = { mean: 0.1, min: 0, max: 1, count: 3 }
const ofRun = {
  name: 'Run 1',
  total_tests: 2,
  passed: 1,
  failed: 1,
  latency_ms: { p50: 1, p95: 2, p99: 3, count: 2 },
  cost: spread,
  total_tokens: spread,
  is_public: false,
  share_token: null,
  unanswered_tests: 0,
  evaluator_summary: {},
}
const row = {
  test_case_id: 't-1',
  name: 'Greets',
  reasoning: 'Fine.',
  output: { response: 'Hi', tool_calls: [{ tool: 'find', arguments: { q: 1 }, output: 'x' }] },
  test_case: { history: [{ role: 'user', content: 'Hello' }] },
  inputs: { locale: 'en' },
  judge_results: [{ evaluator_uuid: id, reasoning: 'ok', match: true, score: 1, variable_values: {} }],
  latency_ms: 12,
  cost: 0.1,
}
const evaluators = [
  { uuid: id, name: 'Tone', output_type: 'rating', output_config: rubric, scale_min: 1, version_number: 2 },
]
const agent = {
  uuid: id,
  name: 'Bot',
  type: 'agent',
  interaction_type: 'general',
  created_at: 'x',
  updated_at: 'x',
  config: { default_inputs: { locale: 'en' }, a: 1 },
}
const call = {
  conversation_id: 'c-1',
  status: 'complete',
  form_data: { age: 1 },
  form_status: { age: 'answered' },
  created_at: 1.5,
  cost: { llm: 1 },
  transcript: [],
  has_recording: true,
  is_ended: true,
}
const question = {
  label: 'Age?',
  type: 'number',
  options: [],
  validation: { type: 'x' },
  retry_config: { max_retries: 2 },
}
const stored = {
  title: 'Intake',
  questions: [question],
  branches: [{ id: 'b', condition: { field: 'age', equals: true } }],
  scripts: { intro: 'Hi' },
}

/** Keys whose values are strict, in every response below. */
export const STRICT = new Set([
  'task_id',
  'agent_uuid',
  'uuid',
  'id',
  'conversation_id',
  'agent_id',
  'total_tests',
  'passed',
  'failed',
  'unanswered_tests',
  'total',
  'limit',
  'next_cursor',
  'test_uuids',
  'updated_count',
])

export const responses: Readonly<
  Record<string, readonly [response: unknown, read: Read, strict?: readonly string[]]>
> = {
  listAgents: [
    { items: [agent], total: 1, limit: 50, offset: 0 },
    reader(({ evaluation }) => evaluation.listAgents()),
    ['items'],
  ],
  getAgent: [agent, reader(({ evaluation }) => evaluation.getAgent(id)), ['created_at', 'updated_at']],
  verifyConnection: [
    { success: true, error: null, sample_response: { response: 'Hi', tool_calls: [] } },
    reader(({ evaluation }) => evaluation.verifyConnection(id)),
    ['success'],
  ],
  listAgentTests: [
    { items: [{ uuid: id, name: 'Greets', type: 'response', config: { description: 'x' } }], total: 1 },
    reader(({ evaluation }) => evaluation.listAgentTests(id)),
    ['items'],
  ],
  resolveAgents: [
    { resolved: { Bot: id }, not_found: ['X'] },
    reader(({ evaluation }) => evaluation.resolveAgents(['Bot', 'X'])),
    ['Bot'],
  ],
  runAgentTests: [
    { task_id: id, status: 'queued', dataset_id: null },
    reader(({ evaluation }) => evaluation.runAgentTests(id)),
  ],
  runBatch: [
    {
      runs: [{ task_id: id, agent_name: 'Bot', agent_uuid: id, status: 'queued' }],
      skipped: [{ agent_name: 'B', reason: 'x' }],
    },
    reader(({ evaluation }) => evaluation.runBatch()),
    ['runs'],
  ],
  getRun: [
    { task_id: id, status: 'done', test_uuids: ['t-1'], ...ofRun, evaluators, results: [row] },
    reader(({ evaluation }) => evaluation.getRun(id)),
    ['status'],
  ],
  listRuns: [
    {
      items: [{ uuid: id, status: 'done', type: 'llm-unit-test', ...ofRun, results: [{ name: 'Greets' }] }],
      total: 1,
    },
    reader(({ evaluation }) => evaluation.listRuns(id)),
    ['items', 'status'],
  ],
  getEvaluator: [
    {
      uuid: id,
      name: 'Tone',
      is_default: false,
      created_at: 'x',
      updated_at: 'x',
      versions: [{ uuid: id, version_number: 1, output_config: rubric, variables: [{ name: 'x' }] }],
    },
    reader(({ evaluation }) => evaluation.getEvaluator(id)),
    ['versions', 'created_at', 'updated_at'],
  ],
  updateAnnotationItems: [
    { updated_count: 1, note: 'x' },
    reader(({ evaluation }) => evaluation.updateAnnotationItems(id, { updates: [] })),
  ],
  updateAnnotator: [
    {
      uuid: id,
      name: 'Ada',
      created_at: 'x',
      updated_at: 'x',
      jobs_count: 1,
      current_agreement: 0.5,
      pair_count: 3,
    },
    reader(({ evaluation }) => evaluation.updateAnnotator(id, { name: 'Ada' })),
    ['created_at', 'updated_at'],
  ],
  'agents.page': [
    {
      data: [{ id: 'a', title: 'A', question_count: 1, updated_at: 1.5, workspace_role: 'limited' }],
      next_cursor: 2,
    },
    reader(({ voiceForm }) => voiceForm.agents.page({ limit: 1 })),
    ['data'],
  ],
  'agents.get': [stored, reader(({ voiceForm }) => voiceForm.agents.get('a'))],
  'agents.updateConfig': [
    { id: 'a', status: 'published', config: stored, version: 2 },
    reader(({ voiceForm }) => voiceForm.agents.updateConfig('a', {})),
  ],
  'conversations.page': [
    { data: [{ ...call, agent_id: 'a', agent_title: 'A' }], next_cursor: '2' },
    reader(({ voiceForm }) => voiceForm.conversations.page()),
    ['data', 'created_at'],
  ],
  'formData.get': [
    { form_data: { age: 1 }, form_status: 'ok' },
    reader(({ voiceForm }) => voiceForm.formData.get('a', 'c')),
  ],
  offer: [
    { sdp: 'v=0', type: 'answer', pc_id: 'p', request_data: {} },
    reader(({ voiceForm }) => voiceForm.offer({ sdp: '', type: 'offer' })),
    ['sdp'],
  ],
}
