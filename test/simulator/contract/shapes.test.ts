// The answers of `current`, route by route, against those of a running service.
import { expect, it } from 'vitest'
import type { SimulatedAgent } from '../../../simulator/src/index.ts'
import { at, listAt, serving, textAt } from '../serving.ts'
import { unusedDifferences } from './differences.ts'
import { routeOf } from './judge.ts'
import { recordedRoutes } from './shapes.ts'

const parameters = { durationMs: 0 }
const agents: readonly SimulatedAgent[] = [
  { name: 'Support bot', scenario: 'mixed', parameters: { shared: true } },
  {
    name: 'Booking assistant',
    scenario: 'mixed',
    history: [{ scenario: 'cancelled' }, { scenario: 'two-fail' }],
  },
  { name: 'Without a judge', scenario: 'judge-without-model', parameters },
  { name: 'Never started', scenario: 'done-with-error', parameters },
  { name: 'Cancelled', scenario: 'cancelled', parameters },
  { name: 'Draft', scenario: 'not-verified', config: { agent_url: 'https://', depth: [{ any: 1.5 }] } },
  { name: 'Summaries', scenario: 'all-pass', interactionType: 'general' },
]

type Send = Awaited<ReturnType<typeof serving>>['post']

async function askAboutTests(get: (path: string) => ReturnType<Send>, post: Send, put: Send): Promise<void> {
  const { body } = await get('/evaluators?limit=20')
  const judged = (evaluator_type: string) => [
    {
      evaluator_uuid: at(
        listAt(body, 'items').find((each) => at(each, 'evaluator_type') === evaluator_type),
        'uuid',
      ),
    },
  ]
  const test = { conversation_history: [{ role: 'user', content: 'Hello' }], inputs: { a: 'b' } }
  const many = { type: 'conversation', tests: [{ ...test, name: 'K', evaluators: judged('conversation') }] }
  for (const sent of [many, many, { ...many, agent_uuids: ['none'] }]) await post('/tests/bulk', sent)
  const config = { history: test.conversation_history, evaluation: { type: 'response' } }
  const one = { name: 'O', type: 'response', config, evaluators: judged('llm') }
  const created = await post('/tests', one)
  await post('/tests', { ...one, type: 'conversation' })
  const path = `/tests/${textAt(created.body, 'uuid')}`
  for (const changes of [{ name: 'P' }, { name: 'K' }, { evaluators: 7 }, { evaluators: judged('llm') }])
    await put(path, changes)
  await put(path, { evaluators: judged('conversation') })
  for (const query of ['', '?q=p&limit=1', '?limit=0', '?offset=-1']) await get(`/tests${query}`)
  await get(path)
}

/** Every answer is held against the shapes of its route when it arrives. */
it('every recorded route answers as recorded, or differs on purpose', async () => {
  const { simulator, get, put, post, launch, poll, uuidOf, advance } = await serving({ agents })
  const of = (name: string) => `/agents/${uuidOf(name)}`
  const testsOf = async (name: string) => (await get(`/agent-tests/agent/${uuidOf(name)}/tests`)).body
  await get('/public-api/openapi.json')
  await get('/agents?limit=2')
  await post('/agents/resolve', { names: ['Support bot', 'Nobody'] })
  for (const { name } of agents) await get(of(name))
  for (const body of [{}, { config: { llm: 7 } }, { name: 'Support bot' }]) await put(of('Draft'), body)
  await put(of('Draft'), { config: { agent_url: 'https://' } })
  for (const name of ['Booking assistant', 'Draft']) await post(`${of(name)}/verify-connection`, {})

  const general = textAt(await testsOf('Summaries'), 'items', 0, 'uuid')
  const run = `/agent-tests/agent/${uuidOf('Support bot')}/run`
  for (const body of [{ test_uuids: [general] }, { test_uuids: ['none'] }, { test_uuids: [1] }, []])
    await post(run, body)
  await post('/agent-tests/run', { agent_names: ['Draft', 'Summaries'] })
  const ids = [await launch('Never started'), await launch('Cancelled')]
  const unjudged = (await poll(await launch('Without a judge'))).body
  ids.push(await launch('Booking assistant'), await launch('Support bot'))
  for (const ms of [0, 1000, 700, 800, 1400, 1000]) {
    advance(ms)
    for (const id of ids)
      for (const query of ['', '?compact=true', '?only_failed=1', '?only_failed=1&compact=true'])
        await poll(id, query)
  }
  const ended = (await poll(ids[3] ?? '')).body
  for (const evaluator of [...listAt(ended, 'evaluators'), ...listAt(unjudged, 'evaluators')])
    for (const query of ['', '?compact=true']) await get(`/evaluators/${textAt(evaluator, 'uuid')}${query}`)
  for (const query of ['', '?limit=0', '?type=all', '?has_failures=perhaps', '?limit=1000001'])
    await get(`/agent-tests/agent/${uuidOf('Booking assistant')}/runs${query}`)

  await askAboutTests(get, post, put)

  const { task, items, annotators } = simulator.annotation
  for (const updates of [[{ uuid: items[0], payload: { name: 'Call' } }], [], 'none', [{ uuid: 'short' }]])
    await put(`/annotation-tasks/${task}/items`, { updates })
  for (const rest of [{ select_all: true }, { item_ids: ['none'] }, { select_all: 'perhaps' }])
    await post(`/annotation-tasks/${task}/jobs`, { annotator_ids: annotators, ...rest })
  for (const name of ['Ada L.', '', 'Ben', 7]) await put(`/annotators/${annotators[0]}`, { name })

  const asked = simulator.journal.map(({ method, path, status }) => `${method} ${routeOf(path)} ${status}`)
  expect([...recordedRoutes].filter((route) => !asked.includes(`${route} 200`))).toEqual([])
  const array = await serving({ agents, listShape: 'array' })
  expect(listAt((await array.get('/agents')).body)).toHaveLength(agents.length)
  expect(unusedDifferences('current')).toEqual([])
  expect(at(ended, 'is_public')).toBe(true)
})
