// Which methods ask again after a fault that may pass, and which must not: a second launch costs real money.
import { describe, expect, it } from 'vitest'
import {
  type ClientOptions,
  createEvaluationClient,
  createVoiceFormClient,
  type EvaluationClient,
  type VoiceFormClient,
} from '../../src/client/index.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { skipWaits } from './skip-waits.ts'
import { sendJson, serve } from './test-server.ts'

const TIMEOUT_MS = 30_000
const apiKey = 'secret-key-0123456789'
const agent = { title: 'A', questions: [] }
const jobs = { annotator_ids: ['p'], item_ids: ['i'] }

type Calls<Client> = Readonly<Record<string, (client: Client) => Promise<unknown>>>

const evaluation: Record<'reads' | 'writes', Calls<EvaluationClient>> = {
  reads: {
    getApiDescription: (client) => client.getApiDescription(),
    listAgents: (client) => client.listAgents(),
    getAgent: (client) => client.getAgent('a'),
    resolveAgents: (client) => client.resolveAgents(['A']),
    getRun: (client) => client.getRun('r'),
    listRuns: (client) => client.listRuns('a'),
    iterateRuns: (client) => client.iterateRuns('a').next(),
    getEvaluator: (client) => client.getEvaluator('e'),
  },
  writes: {
    runAgentTests: (client) => client.runAgentTests('a'),
    runBatch: (client) => client.runBatch(),
    updateAnnotationItems: (client) => client.updateAnnotationItems('t', { updates: [] }),
    createLabellingJobs: (client) => client.createLabellingJobs('t', jobs),
    updateAnnotator: (client) => client.updateAnnotator('p', { name: 'Ada' }),
  },
}

const voiceForm: Record<'reads' | 'writes', Calls<VoiceFormClient>> = {
  reads: {
    'agents.list': ({ agents }) => agents.list(),
    'agents.page': ({ agents }) => agents.page({ limit: 1 }),
    'agents.iterate': ({ agents }) => agents.iterate().next(),
    'agents.get': ({ agents }) => agents.get('a'),
    'agents.getPublic': ({ agents }) => agents.getPublic('a'),
    'agentConversations.list': ({ agentConversations }) => agentConversations.list('a'),
    'conversations.page': ({ conversations }) => conversations.page(),
    'formData.get': ({ formData }) => formData.get('a', 'c'),
    'workspaces.list': ({ workspaces }) => workspaces.list(),
  },
  writes: {
    offer: (client) => client.offer({ sdp: 'v=0', type: 'offer' }),
    'agents.create': ({ agents }) => agents.create(agent),
    'agents.update': ({ agents }) => agents.update('a', agent),
    'agents.updateConfig': ({ agents }) => agents.updateConfig('a', {}),
    'formData.update': ({ formData }) => formData.update('a', 'c', { updates: {} }),
  },
}

/** How often a service that is out of order is asked before a call gives up. */
async function requestsOf(call: (options: ClientOptions) => Promise<unknown>): Promise<number> {
  const clock = createManualClock()
  const server = await serve((response) => sendJson(response, {}, 502))
  const outcome = call({ baseUrl: server.url, clock, random: () => 0, attemptTimeoutMs: TIMEOUT_MS })
  await Promise.all([
    expect(outcome).rejects.toMatchObject({ status: 502 }),
    skipWaits(clock, outcome, TIMEOUT_MS),
  ])
  return server.requests.length
}

describe('of the evaluation client', () => {
  it.each(Object.entries(evaluation.reads))('%s is retried', async (_, call) => {
    expect(await requestsOf((options) => call(createEvaluationClient({ ...options, apiKey })))).toBe(6)
  })

  it.each(Object.entries(evaluation.writes))('%s is never retried', async (_, call) => {
    expect(await requestsOf((options) => call(createEvaluationClient({ ...options, apiKey })))).toBe(1)
  })
})

describe('of the voice-form client', () => {
  it.each(Object.entries(voiceForm.reads))('%s is retried', async (_, call) => {
    expect(await requestsOf((options) => call(createVoiceFormClient(options)))).toBe(6)
  })

  it.each(Object.entries(voiceForm.writes))('%s is never retried', async (_, call) => {
    expect(await requestsOf((options) => call(createVoiceFormClient(options)))).toBe(1)
  })
})
