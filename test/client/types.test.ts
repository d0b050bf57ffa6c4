// What the compiler refuses: `tsc` holds this test, which runs only to be counted. What it accepts, the examples of the
// documents show, which package.test.ts compiles.
import { expect, it } from 'vitest'
import type { EvaluationClient, TestRun, VoiceFormClient } from '../../src/client/index.ts'

type CreateBody = Parameters<VoiceFormClient['agents']['create']>[0]
type UpdateBody = Parameters<VoiceFormClient['agents']['update']>[1]

it('what no server has is a compile error', () => {
  const options = ({ agents, workspaces, conversations }: VoiceFormClient, evaluation: EvaluationClient) => [
    // @ts-expect-error It is `since`.
    agents.list({ from: 1 }),
    workspaces.list({ since: 1, until: 2, cursor: null }),
    // @ts-expect-error It is the service's choice.
    conversations.list({ include_transcript: false }),
    // @ts-expect-error It is `agent_names`.
    evaluation.runs.batch({ agentNames: ['A'] }),
    // @ts-expect-error Items are chosen by `item_ids` or `select_all`.
    evaluation.annotations.createJobs('t', { annotator_ids: ['a'], select_all: false }),
  ]
  const fields = async ({ agents }: VoiceFormClient, run: TestRun) => [
    // @ts-expect-error It is `status`.
    run.staus,
    // @ts-expect-error It was not asked for.
    (await agents.listConversations('a', { include_transcript: false }).toArray())[0]?.transcript,
    // @ts-expect-error It was not asked for.
    (await agents.listConversations('a', { include_transcript: false }).page()).data[0]?.transcript,
  ]
  const bodies: readonly CreateBody[] = [
    { title: 'A', questions: [], workspace_id: 'w' },
    // @ts-expect-error It is `agent_speaks_first`.
    { title: 'A', questions: [], agent_speak_first: true },
    // @ts-expect-error It is `required`.
    { title: 'A', questions: [{ question: 'Age?', response_type: 'number', requird: true }] },
    // @ts-expect-error It is `outro`.
    { title: 'A', questions: [], scripts: { outtro: 'Bye.' } },
  ]
  // @ts-expect-error An agent cannot be moved by an update.
  const update: UpdateBody = { title: 'A', questions: [], workspace_id: 'w' }
  expect([options, fields, bodies, update]).toHaveLength(4)
})
