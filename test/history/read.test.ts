// How the run history is read: in as few requests as the service allows; which runs are complete.
import { describe, expect, test } from 'vitest'
import type { EarlierRun, EarlierRunPage, ListRunsOptions } from '../../src/client/index.ts'
import type { Result } from '../../src/gate/service.ts'
import { readHistory } from '../../src/history/read.ts'
import { runUrl } from '../fixtures/samples.ts'
import { http, ok } from '../gate/responses.ts'
import { earlierRun } from '../gate/suites.ts'

const agent = { uuid: 'ada', name: 'Ada' }

/** A run of tests by their names; those in capitals failed. */
const run = (uuid: string, tests: string) =>
  earlierRun(
    uuid,
    [...tests].map((name) => ({ name: name.toLowerCase(), passed: name === name.toLowerCase() })),
  )

/** @param given oldest first */
async function read(
  given: readonly EarlierRun[],
  maxRuns = 200,
  respond: (page: EarlierRunPage, query: ListRunsOptions) => Result<EarlierRunPage> = ok,
) {
  const asked: string[] = []
  const history = async (_: string, query: ListRunsOptions) => {
    const { offset = 0, limit = 0 } = query
    asked.push(`${limit} from ${offset}`)
    const items = given.toReversed().slice(offset, offset + limit)
    return respond({ items, total: given.length }, query)
  }
  const result = await readHistory(agent, maxRuns, { history }, runUrl, () => ({}))
  return { ...result, asked, complete: result.complete.map((each) => each.run.taskId) }
}

describe('the requests', () => {
  const many = Array.from({ length: 300 }, (_, index) => run(`run-${index}`, 'abcd'))
  const newest = (count: number) => many.slice(-count).map(({ uuid }) => uuid)

  test('ask page by page for as many runs as are asked for', async () => {
    const { asked, complete } = await read(many, 120)
    expect([asked, complete]).toEqual([['50 from 0', '50 from 50', '20 from 100'], newest(120)])
  })

  test('end with the history', async () => {
    expect((await read(many.slice(0, 40))).asked).toEqual(['50 from 0'])
  })

  test('go on if the service sends fewer', async () => {
    const { asked, complete } = await read(many, 90, (page) =>
      ok({ ...page, items: page.items.slice(0, 40) }),
    )
    expect([asked, complete]).toEqual([['50 from 0', '50 from 40', '10 from 80'], newest(90)])
  })

  test('stop at an error', async () => {
    const { asked, error, complete } = await read(many, 200, () => http(422, 'no history'))
    expect([asked, error?.status, complete]).toEqual([['50 from 0'], 422, []])
  })
})

describe('complete runs', () => {
  test.each([
    ['are not retries of a few tests', ['aBcdefgh', 'B', 'b', 'abcdefgh'], [0, 3]],
    ['are not retries of most tests', ['ABCd', 'ABC', 'abcd'], [0, 2]],
    ['are not runs with some of the tests', ['ab', 'abcdef', 'cd', 'abcdef'], [1, 3]],
    ['may lack a test that was added later', ['abc', 'abcd', 'abcde'], [0, 1, 2]],
    ['may have other tests', ['abcd', 'efgh'], [0, 1]],
    [
      'have many tests less after these were unlinked',
      [...Array(11).fill('abcdefgh'), ...Array(13).fill('ab')],
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 21, 22, 23],
    ],
  ])('%s', async (_, given, expected) => {
    const { complete } = await read(given.map((tests, index) => run(`${index}`, tests)))
    expect(complete.map(Number)).toEqual(expected)
  })

  test('have a verdict on each test', async () => {
    const unanswered = { ...run('unanswered', 'abcd'), unanswered_tests: 1 }
    const { complete } = await read([
      run('first', 'abcd'),
      unanswered,
      { ...run('error', 'abcd'), error: true },
    ])
    expect(complete).toEqual(['first'])
  })
})
