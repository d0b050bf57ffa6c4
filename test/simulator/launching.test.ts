import { describe, expect, it } from 'vitest'
import { at, listAt, serving } from './serving.ts'

const agents = [
  { name: 'Support bot', scenario: 'two-fail' },
  { name: 'Booking assistant', scenario: 'not-verified' },
  { name: 'Billing helper', scenario: 'no-tests' },
  { name: 'Order tracker', scenario: 'other-workspace' },
  { name: 'IT help desk', scenario: 'all-pass' },
] as const

async function launching() {
  const service = await serving({ agents })
  const pathOf = (name: string) => `/agent-tests/agent/${service.uuidOf(name)}/run`
  return {
    ...service,
    pathOf,
    run: (name: string, body: unknown = {}) => service.post(pathOf(name), body),
    testsOf: async (taskId: string) => listAt((await service.poll(taskId)).body, 'test_uuids'),
  }
}

describe('POST /agent-tests/agent/{agent_uuid}/run', () => {
  it('starts a run at once where a slot is free, else puts it into the queue', async () => {
    const { run } = await launching()
    const first = await run('Support bot')
    const second = await run('IT help desk')
    expect(first).toMatchObject({ status: 200, body: { status: 'in_progress' } })
    expect(second).toMatchObject({ status: 200, body: { status: 'queued' } })
    expect(at(first.body, 'task_id')).toHaveLength(36)
    expect(at(second.body, 'task_id')).not.toBe(at(first.body, 'task_id'))
  })

  it.each([
    ['Support bot', 'Support bot', 7, { passed: 1, failed: 1 }],
    ['Support bot', 'IT help desk', 1, { passed: 2, failed: 0 }],
    ['Billing helper', 'IT help desk', 1, { passed: 2, failed: 0 }],
  ])('runs with %s tests of %s, in the order that was asked for', async (name, owner, index, counts) => {
    const { launch, testsOf, poll, advance } = await launching()
    const all = await testsOf(await launch(owner))
    const test_uuids = [all[index], all[0]]
    advance(60_000)
    const taskId = await launch(name, { test_uuids })
    advance(60_000)
    expect((await poll(taskId)).body).toMatchObject({ test_uuids, total_tests: 2, ...counts })
  })

  it('refuses unknown tests and starts nothing', async () => {
    const { run, launch, testsOf, get, pathOf } = await launching()
    const [first] = await testsOf(await launch('IT help desk'))
    expect(await run('Support bot', { test_uuids: [first, 'made-up'] })).toEqual({
      status: 404,
      body: { detail: 'Test made-up not found' },
    })
    expect((await get(`${pathOf('Support bot')}s`)).body).toMatchObject({ total: 0 })
  })
})
