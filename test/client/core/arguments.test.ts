// What programs without types may pass: refused before anything is sent.
import { describe, expect, it } from 'vitest'
import { createEvaluationClient, createVoiceFormClient } from '../../../src/client/index.ts'
import { sendJson, serve } from '../test-server.ts'

const apiKey = 'secret-key-0123456789'

/** Each is called as JavaScript would: without types. */
const wrong: [call: string, words: string, ...args: unknown[]][] = [
  ['resolveAgents', 'names: expected list, got text', 'Support bot'],
  ['resolveAgents', 'names is missing'],
  ['resolveAgents', 'names[1]: expected text, got number', ['Support bot', 5]],
  ['listAgents', 'q: expected text, got number', { q: 5 }],
  ['listAgents', 'unknown option "0"', 'Support bot'],
  ['waitForRun', 'unknown option "max_retries"', 'r', { max_retries: 0 }],
  ['runBatch', 'unknown option "agentNames"', { agentNames: ['A'] }],
  ['listAgentTests', 'limit: expected number, got text', 'a', { limit: '5' }],
  ['runAgentTests', 'test_uuids: expected list, got text', 'a', { test_uuids: 't' }],
  ['runBatch', 'agent_names: expected list, got text', { agent_names: 'Support bot' }],
  ['getRun', 'compact: expected boolean, got text', 'r', { compact: 'no' }],
  ['getRun', 'taskId must be a string, not undefined'],
  ['waitForRun', 'taskId must be a string, not undefined'],
  ['waitForRun', 'intervalMs must be a number', 'r', { intervalMs: 'soon' }],
  ['waitForRun', 'timeoutMs must be a number', 'r', { timeoutMs: '5' }],
  ['listRuns', 'status: expected text, got list', 'a', { status: ['done', 'failed'] }],
  ['updateAgent', 'the body: expected object, got nothing', 'a'],
  ['updateAgent', 'config: expected an object, got text', 'a', { config: 'x' }],
  ['updateAnnotationItems', 'updates is missing', 't', {}],
  ['createLabellingJobs', 'annotator_ids: expected list, got text', 't', { annotator_ids: 'a' }],
  ['updateAnnotator', 'name: expected text, got number', 'a', { name: 5 }],
  ['request', 'the path must start with "/" and contain neither a query nor a fragment', 'GET'],
  ['offer', 'type is missing', { sdp: 'v=0' }],
  ['agents.create', 'questions is missing', { title: 'Intake' }],
  ['agents.update', 'questions[0]: expected an object, got text', 'a', { title: 'A', questions: ['Age?'] }],
  ['agents.updateConfig', 'the body: expected object, got list', 'a', []],
  ['agents.list', 'since: expected number, got object', { since: new Date(0) }],
  [
    'agentConversations.list',
    'include_transcript: expected boolean, got text',
    'a',
    { include_transcript: 'no' },
  ],
  ['agents.page', 'cursor: expected text or number, got boolean', { cursor: true }],
  ['formData.update', 'updates is missing', 'a', 'c', {}],
  ['formData.update', 'updates: expected objects, got text', 'a', 'c', { updates: 'x' }],
]

describe('a wrong or missing argument is a TypeError, and nothing is sent', () => {
  it.each<(typeof wrong)[number]>(wrong)('%s: %s', async (call, words, ...args) => {
    const server = await serve((response) => sendJson(response, {}))
    const settings = { baseUrl: server.url, apiKey }
    const clients = { ...createVoiceFormClient(settings), ...createEvaluationClient(settings) }
    const method = call.split('.').reduce((value, key) => Object(value)[key], clients)
    const called = (async () => Reflect.apply(Object(method), null, args))()
    await expect(called).rejects.toThrow(new TypeError(words))
    expect(server.requests).toEqual([])
  })
})

describe('a client without its options', () => {
  const baseUrl = 'baseUrl is missing: the address of the service'
  it.each<[create: unknown, words: string, ...args: unknown[]]>([
    [createEvaluationClient, baseUrl],
    [createEvaluationClient, baseUrl, { apiKey }],
    [createEvaluationClient, 'apiKey is missing', { baseUrl: 'https://a.test' }],
    [createVoiceFormClient, baseUrl],
  ])('%o says what is missing: %s', (create, words, ...args) => {
    expect(() => Reflect.apply(Object(create), null, args)).toThrow(new TypeError(words))
  })
})
