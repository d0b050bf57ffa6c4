import { describe, expect, it } from 'vitest'
import { createEvaluationClient } from '../../src/client/index.ts'
import { baseUrl, service, withoutNetwork } from './without-network.ts'

withoutNetwork()

const client = createEvaluationClient({ baseUrl, apiKey: 'secret-key-0123456789' })
const uuid = '0b8a3a52-7e55-4b0e-9c5a-0d9f3f7d6a11'
const time = '2026-11-20 22:42:02'

describe('an evaluator', () => {
  const version = { uuid, version_number: 1, judge_model: 'judge-1', created_at: time }
  const evaluator = {
    uuid,
    name: 'Tone',
    evaluator_type: 'llm',
    data_type: 'text',
    output_type: 'rating',
    is_default: false,
    is_protected: false,
    created_at: time,
    updated_at: time,
    description: null,
    slug: null,
    source_default_slug: null,
    live_version_id: uuid,
  }

  it('is read with its versions', async () => {
    const scale = [{ value: 1, name: 'Poor', description: '', color: '#f00' }]
    const variables = [{ name: 'tone', description: '', default: 'calm' }]
    const versions = [{ ...version, system_prompt: 'Judge.', output_config: { scale }, variables }]
    service()
      .get(`/evaluators/${uuid}`)
      .reply(200, { ...evaluator, versions })
    expect(await client.getEvaluator(uuid)).toEqual({ ...evaluator, versions })
  })

  it('is read compact, whether the left out fields are missing or null', async () => {
    const versions = [version, { ...version, system_prompt: null, output_config: null, variables: null }]
    service()
      .get(`/evaluators/${uuid}`)
      .query({ compact: true })
      .reply(200, { ...evaluator, versions })
    expect(await client.getEvaluator(uuid, { compact: true })).toEqual({ ...evaluator, versions })
  })
})

describe('an annotation task', () => {
  it('has its items updated in bulk', async () => {
    const body = {
      updates: [
        { uuid, payload: { name: 'Call 1' }, metadata: [{ key: 'lang', value: 'de' }], unknown: [1] },
      ],
    }
    service().put(`/annotation-tasks/${uuid}/items`, body).reply(200, { updated_count: 1 })
    expect(await client.updateAnnotationItems(uuid, body)).toEqual({ updated_count: 1 })
  })

  it('has labelling jobs created', async () => {
    const body = {
      annotator_ids: ['a-1'],
      select_all: true,
      q: 'call',
      evaluator_ids: ['e-1'],
      comments_enabled: false,
      reasoning_mode: 'required',
      later: true,
    } as const
    const job = {
      uuid,
      public_token: 'token',
      annotator_id: 'a-1',
      annotator_name: 'Ada',
      item_ids: ['i-1'],
      item_count: 1,
      evaluator_ids: ['e-1'],
      status: 'pending',
    }
    service()
      .post(`/annotation-tasks/${uuid}/jobs`, body)
      .reply(200, { jobs: [job], count: 1 })
    expect(await client.createLabellingJobs(uuid, body)).toEqual({ jobs: [job], count: 1 })
  })

  it('says why jobs cannot be created', async () => {
    service().post(`/annotation-tasks/${uuid}/jobs`).reply(400, { detail: 'evaluator_ids is empty' })
    const body = { annotator_ids: ['a-1'], item_ids: ['i-1'], evaluator_ids: [] }
    await expect(client.createLabellingJobs(uuid, body)).rejects.toMatchObject({
      status: 400,
      reason: 'evaluator_ids is empty',
    })
  })
})

describe('an annotator', () => {
  it('is renamed', async () => {
    const annotator = {
      uuid,
      name: 'Ada',
      created_at: time,
      updated_at: time,
      jobs_count: null,
      current_agreement: null,
      pair_count: null,
    }
    service().put(`/annotators/${uuid}`, { name: 'Ada' }).reply(200, annotator)
    expect(await client.updateAnnotator(uuid, { name: 'Ada' })).toEqual(annotator)
  })

  it('whose name is taken is refused with all that the service says', async () => {
    service().put(`/annotators/${uuid}`).reply(409, { detail: 'Annotator name already exists' })
    await expect(client.updateAnnotator(uuid, { name: 'Ada' })).rejects.toMatchObject({
      status: 409,
      reason: 'Annotator name already exists',
    })
  })

  it('with a body that does not validate is a ValidationError', async () => {
    const detail = [{ loc: ['body', 'name'], msg: 'must be a string', type: 'string_type' }]
    service().put(`/annotators/${uuid}`).reply(422, { detail })
    await expect(client.updateAnnotator(uuid, { name: '' })).rejects.toMatchObject({
      name: 'ValidationError',
      issues: [{ path: 'body.name', message: 'must be a string' }],
    })
  })
})
