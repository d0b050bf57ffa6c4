// What the compiler promises: these tests are held by `tsc`, and run only to be counted.
import { describe, expectTypeOf, it } from 'vitest'
import type {
  Agent,
  AgentListEntry,
  AgentRow,
  AgentUpdate,
  Annotator,
  BatchRun,
  ClientError,
  Conversation,
  EarlierRun,
  EvaluationClient,
  Evaluator,
  FormAnswers,
  HeaderValues,
  HttpError,
  JudgeResult,
  LabellingJob,
  LaunchedBatch,
  QueryValue,
  SignallingAnswer,
  TestCaseResult,
  TestRun,
  ToolCallOutput,
  VoiceFormClient,
  Workspace,
  WorkspaceConversation,
} from '../../src/client/index.ts'

type NullableString = string | null | undefined
type NullableNumber = number | null | undefined

describe('nullability', () => {
  it('of a run is that of its fields in the specification', () => {
    expectTypeOf<TestRun['task_id']>().toEqualTypeOf<string>()
    expectTypeOf<TestRun['total_tests']>().toEqualTypeOf<NullableNumber>()
    expectTypeOf<TestRun['test_uuids']>().toEqualTypeOf<string[] | null | undefined>()
    expectTypeOf<TestRun['results']>().toEqualTypeOf<TestCaseResult[] | null | undefined>()
    expectTypeOf<NonNullable<TestRun['latency_ms']>['p95']>().toEqualTypeOf<NullableNumber>()
    expectTypeOf<TestRun['share_token']>().toEqualTypeOf<NullableString>()
  })

  it('of a switch is none', () => {
    expectTypeOf<TestRun['error']>().toEqualTypeOf<boolean>()
    expectTypeOf<TestRun['is_public']>().toEqualTypeOf<boolean>()
    expectTypeOf<EarlierRun['error']>().toEqualTypeOf<boolean>()
    expectTypeOf<EarlierRun['is_public']>().toEqualTypeOf<boolean>()
    expectTypeOf<AgentListEntry['has_default_inputs']>().toEqualTypeOf<boolean | undefined>()
  })

  it('of a case and its verdicts', () => {
    expectTypeOf<TestCaseResult['passed']>().toEqualTypeOf<boolean | null | undefined>()
    expectTypeOf<TestCaseResult['judge_results']>().toEqualTypeOf<JudgeResult[] | null | undefined>()
    expectTypeOf<JudgeResult['score']>().toEqualTypeOf<NullableNumber>()
    expectTypeOf<NonNullable<TestCaseResult['inputs']>>().toEqualTypeOf<Record<string, unknown>>()
  })

  it('of names, IDs and times that callers always need is none', () => {
    expectTypeOf<Agent['name' | 'created_at' | 'updated_at']>().toEqualTypeOf<string>()
    expectTypeOf<AgentListEntry['name']>().toEqualTypeOf<string>()
    expectTypeOf<BatchRun['agent_uuid' | 'agent_name']>().toEqualTypeOf<string>()
    expectTypeOf<ToolCallOutput['tool']>().toEqualTypeOf<string>()
    expectTypeOf<Evaluator['name' | 'created_at' | 'updated_at']>().toEqualTypeOf<string>()
    expectTypeOf<Annotator['name' | 'created_at' | 'updated_at']>().toEqualTypeOf<string>()
    expectTypeOf<LabellingJob['annotator_id' | 'annotator_name']>().toEqualTypeOf<string>()
    expectTypeOf<WorkspaceConversation['agent_title']>().toEqualTypeOf<string>()
    expectTypeOf<AgentRow['title']>().toEqualTypeOf<string>()
    expectTypeOf<Workspace['name']>().toEqualTypeOf<string>()
  })

  it('of times in lists is that of older servers, which leave them out', () => {
    expectTypeOf<AgentListEntry['created_at']>().toEqualTypeOf<NullableString>()
    expectTypeOf<EarlierRun['created_at']>().toEqualTypeOf<NullableString>()
  })

  it('of agents, evaluators and annotators', () => {
    expectTypeOf<AgentListEntry['connection_verified']>().toEqualTypeOf<boolean | null | undefined>()
    expectTypeOf<Evaluator['is_default']>().toEqualTypeOf<boolean | undefined>()
    expectTypeOf<Evaluator['slug']>().toEqualTypeOf<NullableString>()
    expectTypeOf<Evaluator['versions'][number]['system_prompt']>().toEqualTypeOf<NullableString>()
    expectTypeOf<Annotator['current_agreement']>().toEqualTypeOf<NullableNumber>()
  })

  it('of an agent’s configuration, which is open', () => {
    expectTypeOf<Agent['config']>().toEqualTypeOf<Record<string, unknown> | null | undefined>()
    interface Config {
      system_prompt: string
    }
    expectTypeOf<{ config: Config }>().toExtend<AgentUpdate>()
  })

  it('of the voice-form service’s rows', () => {
    expectTypeOf<AgentRow['id']>().toEqualTypeOf<string>()
    expectTypeOf<FormAnswers['form_data']>().toEqualTypeOf<Record<string, unknown> | null | undefined>()
    type Switches = Conversation['has_recording' | 'has_transcript' | 'is_ended']
    expectTypeOf<Switches>().toEqualTypeOf<boolean | null | undefined>()
    expectTypeOf<WorkspaceConversation>().toExtend<Conversation>()
    type MayBeAbsent = { conversation_id: string; created_at: number; agent_id: string; agent_title: string }
    expectTypeOf<MayBeAbsent>().toExtend<WorkspaceConversation>()
  })
})

describe('enumerations', () => {
  it('name what is known and take what is not', () => {
    expectTypeOf<'done'>().toExtend<TestRun['status']>()
    expectTypeOf<string>().toExtend<TestRun['status']>()
    expectTypeOf<TestRun['status']>().toExtend<string>()
    expectTypeOf<LaunchedBatch['skipped'][number]['reason']>().toExtend<NullableString>()
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
