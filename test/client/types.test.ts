// What the compiler promises: these tests are held by `tsc`, and run only to be counted.
import { describe, expectTypeOf, it } from 'vitest'
import type {
  AgentRow,
  ClientError,
  EvaluationClient,
  HeaderValues,
  HttpError,
  LaunchedBatch,
  QueryValue,
  SignallingAnswer,
  TestCaseResult,
  TestRun,
  VoiceFormClient,
} from '../../src/client/index.ts'

describe('enumerations', () => {
  it('name what is known and take what is not', () => {
    expectTypeOf<'done'>().toExtend<TestRun['status']>()
    expectTypeOf<string>().toExtend<TestRun['status']>()
    expectTypeOf<TestRun['status']>().toExtend<string>()
    expectTypeOf<LaunchedBatch['skipped'][number]['reason']>().toExtend<string | null | undefined>()
  })
})

describe('keys', () => {
  it('that the client does not know are compile errors', () => {
    expectTypeOf<TestRun>().not.toHaveProperty('staus')
    expectTypeOf<TestCaseResult>().not.toHaveProperty('pased')
    expectTypeOf<AgentRow>().not.toHaveProperty('name')
  })
})

describe('options', () => {
  it('that no server has are compile errors', () => {
    const calls = ({ agents, workspaces, conversations }: VoiceFormClient, evaluation: EvaluationClient) => [
      // @ts-expect-error It is `since`.
      agents.list({ from: 1 }),
      workspaces.iterate({ since: 1, until: 2, cursor: null }),
      // @ts-expect-error It is the service's choice.
      conversations.page({ include_transcript: false }),
      // @ts-expect-error It is `agent_names`.
      evaluation.runBatch({ agentNames: ['A'] }),
    ]
    expectTypeOf(calls).toBeFunction()
  })

  it('of `request` are headers of any kind', () => {
    expectTypeOf<Headers>().toExtend<HeaderValues>()
    expectTypeOf<[string, string][]>().toExtend<HeaderValues>()
    expectTypeOf<{ a: string; b: undefined; c: null }>().toExtend<HeaderValues>()
  })

  it('of `request` name its type', () => {
    const call = (client: EvaluationClient) => client.request<{ ok: boolean }>('GET', '/health')
    expectTypeOf<Awaited<ReturnType<typeof call>>>().toEqualTypeOf<{ ok: boolean }>()
    type Whole = Awaited<ReturnType<ReturnType<typeof call>['withResponse']>>
    expectTypeOf<Whole['response']['arrayBuffer']>().returns.resolves.toEqualTypeOf<ArrayBuffer>()
  })

  it('of `request` may repeat a parameter', () => {
    expectTypeOf<readonly string[]>().toExtend<QueryValue>()
    expectTypeOf<{ a: string }>().not.toExtend<QueryValue>()
  })
})

describe('answers', () => {
  it('have no transcript where it was not asked for', () => {
    const calls = async ({ agentConversations }: VoiceFormClient, include_transcript: boolean) => {
      const [call] = await agentConversations.list('a', { include_transcript: false })
      const page = await agentConversations.page('a', { limit: 1, include_transcript: false })
      const rows = await agentConversations.iterate('a', { include_transcript: false }).toArray()
      expectTypeOf([call, page.data[0], rows[0]][0]).exclude<undefined>().not.toHaveProperty('transcript')
      const [maybe] = await agentConversations.list('a', { include_transcript })
      expectTypeOf(maybe).exclude<undefined>().toHaveProperty('transcript')
    }
    expectTypeOf(calls).toBeFunction()
  })

  it('name the extra fields that an agent is sent', () => {
    type Config = NonNullable<Awaited<ReturnType<EvaluationClient['getAgent']>>['config']>
    expectTypeOf<NonNullable<Config['default_inputs']>>().toEqualTypeOf<Record<string, unknown>>()
  })
})

describe('bodies', () => {
  type JobsBody = Parameters<EvaluationClient['createLabellingJobs']>[1]
  type CreateBody = Parameters<VoiceFormClient['agents']['create']>[0]
  type UpdateBody = Parameters<VoiceFormClient['agents']['update']>[1]

  it('take all that the service accepts', () => {
    expectTypeOf<object>().toExtend<Parameters<EvaluationClient['updateAnnotator']>[1]>()
    expectTypeOf<{ annotator_ids: string[]; select_all: boolean; item_ids: string[] }>().toExtend<JobsBody>()
    expectTypeOf<{ annotator_ids: string[]; select_all: true; item_ids: [] }>().toExtend<JobsBody>()
    expectTypeOf<{
      annotator_ids: readonly string[]
      item_ids: readonly string[]
      select_all: undefined
      q: undefined
      evaluator_ids: undefined
      comments_enabled: undefined
      reasoning_mode: undefined
    }>().toExtend<JobsBody>()
    type Item = Parameters<EvaluationClient['updateAnnotationItems']>[1]['updates'][number]
    expectTypeOf<{ uuid: string; payload: { name: string }; metadata: undefined }>().toExtend<Item>()
    interface Transcript {
      name: string
      text: string
    }
    expectTypeOf<{
      uuid: string
      payload: Transcript
      metadata: { key: string; value: string }[]
    }>().toExtend<Item>()
    expectTypeOf<{ updates: Transcript }>().toExtend<Parameters<VoiceFormClient['formData']['update']>[2]>()
    expectTypeOf<Record<string, unknown>>().toExtend<Item['payload']>()
    const literal: Item = { uuid: 'i', payload: { name: 'Call', text: 'Hello' } }
    expectTypeOf(literal).toExtend<Item>()
  })

  it('need what the service needs', () => {
    expectTypeOf<{ annotator_ids: string[]; select_all: boolean }>().not.toExtend<JobsBody>()
    expectTypeOf<{ annotator_ids: string[] }>().not.toExtend<JobsBody>()
    expectTypeOf<{ annotator_ids: string; select_all: true }>().not.toExtend<JobsBody>()
    expectTypeOf<{ title: string }>().not.toExtend<CreateBody>()
  })

  it('take fields of newer services from a variable, but no misspelt ones', () => {
    expectTypeOf<{ annotator_ids: string[]; item_ids: string[]; later: number[] }>().toExtend<JobsBody>()
    expectTypeOf<{ title: string; questions: []; later: true }>().toExtend<CreateBody>()
    const misspelt: readonly CreateBody[] = [
      // @ts-expect-error It is `agent_speaks_first`.
      { title: 'A', questions: [], agent_speak_first: true },
      // @ts-expect-error It is `required`.
      { title: 'A', questions: [{ question: 'Age?', response_type: 'number', requird: true }] },
      // @ts-expect-error It is `outro`.
      { title: 'A', questions: [], scripts: { outtro: 'Bye.' } },
    ]
    expectTypeOf(misspelt).toExtend<readonly CreateBody[]>()
  })

  it('of a call are those of WebRTC', () => {
    interface Description {
      sdp?: string
      type: 'answer' | 'offer' | 'pranswer' | 'rollback'
    }
    expectTypeOf<Description>().toExtend<Parameters<VoiceFormClient['offer']>[0]>()
    expectTypeOf<SignallingAnswer>().toExtend<Description>()
  })

  it('name a workspace only for a new agent', () => {
    const create: CreateBody = { title: 'A', questions: [], workspace_id: 'w' }
    // @ts-expect-error An agent cannot be moved by an update.
    const update: UpdateBody = { title: 'A', questions: [], workspace_id: 'w' }
    expectTypeOf([create, update]).toBeArray()
  })

  it('take a stored agent back, whole or changed', () => {
    type Stored = Awaited<ReturnType<VoiceFormClient['agents']['get']>>
    type Config = Parameters<VoiceFormClient['agents']['updateConfig']>[1]
    expectTypeOf<Stored>().toExtend<Config>()
    expectTypeOf<Stored & { title: string; later: 1 }>().toExtend<Config>()
    expectTypeOf<{ readonly hearing_acknowledgement_phrases: readonly string[] }>().toExtend<Config>()
  })
})

describe('errors', () => {
  it('are told apart by their kind', () => {
    expectTypeOf<Extract<ClientError, { kind: 'timeout' }>['retryAfterMs']>().toEqualTypeOf<number | null>()
    expectTypeOf<HttpError['reason']>().toEqualTypeOf<string | null>()
    expectTypeOf<ClientError['kind']>().toEqualTypeOf<
      'http' | 'validation' | 'network' | 'timeout' | 'contract' | 'aborted'
    >()
  })
})
