// Every scenario at every stage of a run, and at its end on servers of every age: `serving` holds each response against the contract.
import { describe, expect, it } from 'vitest'
import { type ScenarioName, type ServerVersion, scenarios } from '../../../simulator/src/index.ts'
import { evaluationDescription } from '../../client/contract/description.ts'
import { ended, serving, startOfClock, textAt } from '../serving.ts'
import { violationsOf } from './judge.ts'
import { recordedRoutes } from './shapes.ts'

const versions: readonly ServerVersion[] = ['current', 'newer', 'documented']
const names = Object.keys(scenarios).filter((name): name is ScenarioName => Object.hasOwn(scenarios, name))
const earlier = { scenario: 'mixed', parameters: { tests: 8 }, launchedAt: startOfClock - 1000 } as const
const queries = ['', '?compact=true', '?only_failed=true', '?only_failed=true&compact=true']

describe.each(versions)('on %s servers', (serverVersion) => {
  it.each(names)('%s', async (scenario) => {
    const agents = [
      { name: 'Support bot', scenario, history: [earlier, { scenario }] },
      { name: 'Waiting', scenario: 'all-pass' as const },
    ]
    const service = await serving({ agents, serverVersion })
    const { get, post, uuidOf, advance } = service
    const path = `/agent-tests/agent/${uuidOf('Support bot')}/run`
    const launched = await post(path, {})
    const ids = [
      ...(launched.status === 200 ? [textAt(launched.body, 'task_id')] : []),
      await service.launch('Waiting'),
    ]
    for (const ms of serverVersion === 'current' ? [0, 800, 700, 60_000] : [61_500]) {
      advance(ms)
      for (const id of ids) for (const query of queries) await get(`/agent-tests/run/${id}${query}`)
    }
    await get('/agents')
    await get(`/agents/${uuidOf('Support bot')}`)
    await get(`${path}s`)
  })
})

it('every route that was recorded is served', () => {
  const served = evaluationDescription().operations.map(({ method, path }) => `${method} ${path}`)
  expect(served).toEqual(expect.arrayContaining([...recordedRoutes]))
})

it.each<[string, object, string]>([
  ['a count', { passed: 1 }, 'counts passing tests wrongly'],
  ['a total', { total_tests: 7 }, 'but no total'],
  ['a field', { surprise: true }, 'surprise: is unknown'],
  ['a missing field', { is_public: undefined }, 'is_public'],
  ['the tests', { test_uuids: [] }, 'row of an unknown test'],
])('the judge finds %s that is wrong', async (_, change, words) => {
  const { simulator, taskId, whole } = await ended('mixed')
  const headers = new Headers({ 'content-type': 'application/json', date: 'now' })
  const url = new URL(`${simulator.url}/agent-tests/run/${taskId}`)
  const judged = (body: unknown) =>
    violationsOf({ method: 'GET', url, status: 200, headers, body }, 'current')
  expect(await judged(whole)).toEqual([])
  expect((await judged(JSON.parse(JSON.stringify({ ...Object(whole), ...change })))).join()).toContain(words)
})
