// What the compiler promises: these tests are held by `tsc`, and run only to be counted.
import { describe, expectTypeOf, it } from 'vitest'
import type {
  Agent,
  AgentListEntry,
  AgentRow,
  Annotator,
  ClientError,
  Conversation,
  ConversationWithoutTranscript,
  Cursor,
  EarlierRun,
  EvaluationClient,
  Evaluator,
  FormAnswers,
  HttpError,
  JudgeResult,
  LaunchedBatch,
  TestCaseResult,
  TestRun,
  VoiceFormClient,
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

  it('of a switch is none: it is on, off, or missing', () => {
    expectTypeOf<TestRun['error']>().toEqualTypeOf<boolean | undefined>()
    expectTypeOf<TestRun['is_public']>().toEqualTypeOf<boolean | undefined>()
    expectTypeOf<EarlierRun['error']>().toEqualTypeOf<boolean | undefined>()
  })

  it('of a case and its verdicts', () => {
    expectTypeOf<TestCaseResult['passed']>().toEqualTypeOf<boolean | null | undefined>()
    expectTypeOf<TestCaseResult['judge_results']>().toEqualTypeOf<JudgeResult[] | null | undefined>()
    expectTypeOf<JudgeResult['score']>().toEqualTypeOf<NullableNumber>()
    expectTypeOf<NonNullable<TestCaseResult['inputs']>>().toEqualTypeOf<Record<string, unknown>>()
  })

  it('of agents, evaluators and annotators', () => {
    expectTypeOf<Agent['name']>().toEqualTypeOf<NullableString>()
    expectTypeOf<Agent['config']>().toEqualTypeOf<Record<string, unknown> | null | undefined>()
    expectTypeOf<AgentListEntry['connection_verified']>().toEqualTypeOf<boolean | null | undefined>()
    expectTypeOf<Evaluator['is_default']>().toEqualTypeOf<boolean | undefined>()
    expectTypeOf<Evaluator['slug']>().toEqualTypeOf<NullableString>()
    expectTypeOf<Evaluator['versions'][number]['system_prompt']>().toEqualTypeOf<NullableString>()
    expectTypeOf<Annotator['current_agreement']>().toEqualTypeOf<NullableNumber>()
  })

  it('of the voice-form service’s rows', () => {
    expectTypeOf<AgentRow['id']>().toEqualTypeOf<string>()
    expectTypeOf<Conversation['created_at']>().toEqualTypeOf<NullableNumber>()
    expectTypeOf<Conversation['cost']>().toEqualTypeOf<Record<string, unknown> | null | undefined>()
    expectTypeOf<FormAnswers['form_data']>().toEqualTypeOf<Record<string, unknown> | null | undefined>()
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

  it('that were left out are left out of the type', () => {
    expectTypeOf<Conversation>().toHaveProperty('transcript')
    expectTypeOf<ConversationWithoutTranscript>().not.toHaveProperty('transcript')
    expectTypeOf<ConversationWithoutTranscript>().toHaveProperty('form_data')
  })
})

describe('calls', () => {
  it('give rows with or without transcript, as asked', () => {
    const calls = (client: VoiceFormClient['agentConversations'], choice: boolean) => ({
      default: client.list('a'),
      with: client.list('a', { includeTranscript: true, since: 1 }),
      without: client.list('a', { includeTranscript: false }),
      either: client.list('a', { includeTranscript: choice }),
      page: client.page('a', { limit: 1, includeTranscript: false }),
      each: client.iterate('a', { includeTranscript: false }),
    })
    type Calls = ReturnType<typeof calls>
    expectTypeOf<Calls['default']>().resolves.toEqualTypeOf<Conversation[]>()
    expectTypeOf<Calls['with']>().resolves.toEqualTypeOf<Conversation[]>()
    expectTypeOf<Calls['without']>().resolves.toEqualTypeOf<ConversationWithoutTranscript[]>()
    expectTypeOf<Calls['either']>().resolves.toEqualTypeOf<ConversationWithoutTranscript[]>()
    expectTypeOf<Awaited<Calls['page']>['data']>().toEqualTypeOf<ConversationWithoutTranscript[]>()
    expectTypeOf<Awaited<Calls['page']>['next_cursor']>().toEqualTypeOf<Cursor | null>()
    expectTypeOf<Calls['each']>().toExtend<AsyncGenerator<ConversationWithoutTranscript>>()
  })

  it('for a page say its size or its beginning', () => {
    type PageArgument = Parameters<VoiceFormClient['agents']['page']>[0]
    expectTypeOf<{ limit: number }>().toExtend<PageArgument>()
    expectTypeOf<{ cursor: string }>().toExtend<PageArgument>()
    expectTypeOf<{ since: number }>().not.toExtend<PageArgument>()
    expectTypeOf<Record<never, never>>().not.toExtend<PageArgument>()
  })

  it('take fields that the client does not know in bodies', () => {
    type JobsBody = Parameters<EvaluationClient['createLabellingJobs']>[1]
    type AgentBody = Parameters<VoiceFormClient['agents']['create']>[0]
    expectTypeOf<{ annotator_ids: string[]; item_ids: string[]; later: number[] }>().toExtend<JobsBody>()
    expectTypeOf<{ annotator_ids: string[] }>().not.toExtend<JobsBody>()
    expectTypeOf<{ annotator_ids: string[]; select_all: true; item_ids: string[] }>().not.toExtend<JobsBody>()
    expectTypeOf<{ annotator_ids: string; select_all: true }>().not.toExtend<JobsBody>()
    expectTypeOf<{ title: string; questions: []; later: true }>().toExtend<AgentBody>()
    expectTypeOf<{ title: string }>().not.toExtend<AgentBody>()
  })

  it('name a workspace only for a new agent', () => {
    type Agents = VoiceFormClient['agents']
    type Body = { title: string; questions: []; workspace_id: string }
    expectTypeOf<Body>().toExtend<Parameters<Agents['create']>[0]>()
    expectTypeOf<Body>().not.toExtend<Parameters<Agents['update']>[1]>()
  })

  it('give a stored agent that can be sent back, whole or changed', () => {
    type Stored = Awaited<ReturnType<VoiceFormClient['agents']['get']>>
    type Config = Parameters<VoiceFormClient['agents']['updateConfig']>[1]
    expectTypeOf<Stored>().toExtend<Config>()
    expectTypeOf<Stored & { title: string; later: 1 }>().toExtend<Config>()
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
