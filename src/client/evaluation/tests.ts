// The evaluation service's tests: list, read, create, change. A key cannot delete them.
import type { CallOptions } from '../core/options.ts'
import { issueAt } from '../core/reason.ts'
import type { Requester, ResponsePromise } from '../core/requester.ts'
import { parserAbout, parserAgain, parserOf } from '../core/schema.ts'
import { type ItemList, type ListOptions, listItems } from './lists.ts'
import * as schemas from './schemas.ts'
import type { AgentTest, CreatedTest, CreatedTests, Test, TestBody, TestsBody, TestUpdate } from './types.ts'

export interface EvaluationTests {
  /**
   * The workspace's tests, newest first, without their content.
   * @example
   * for await (const { uuid, name } of client.tests.list({ q: 'refund' })) console.log(uuid, name)
   */
  list(options?: ListOptions): ItemList<AgentTest>

  /**
   * One test with its content and its evaluators. An unknown ID is a 404.
   * @example
   * const { name, config, evaluators } = await client.tests.get(testUuid)
   * console.log(name, config, evaluators.map((evaluator) => evaluator.variable_values))
   */
  get(testUuid: string, options?: CallOptions): ResponsePromise<Test>

  /**
   * Creates a test that is linked to no agent, and gives its ID. A name that exists is a 409. Not retried once it may have been received.
   * The service writes the evaluators after the test: one that stops between leaves a test without evaluators.
   * @example
   * const history = [{ role: 'user', content: 'Can I return it?' }]
   * const evaluators = [{ evaluator_uuid: evaluatorUuid, variable_values: { criteria: 'Says that it is too late.' } }]
   * const config = { history, evaluation: { type: 'response' } }
   * const { uuid } = await client.tests.create({ name: 'Refuses a refund', type: 'response', config, evaluators })
   * console.log(uuid)
   */
  create(body: TestBody, options?: CallOptions): ResponsePromise<CreatedTest>

  /**
   * Creates up to 500 tests of one type, all or none, and gives their IDs in that order. If a name exists, it is a 400 that
   * names it. Not retried once it may have been received. The service writes the evaluators after the tests, as for `create`.
   * @example
   * const conversation_history = [{ role: 'user', content: 'Room 101 for tomorrow' }]
   * const tests = [{ name: 'Books the room', conversation_history, tool_calls: [{ tool: 'book_room' }] }]
   * const { uuids } = await client.tests.createMany({ type: 'tool_call', tests })
   * console.log(uuids)
   */
  createMany(body: TestsBody, options?: CallOptions): ResponsePromise<CreatedTests>

  /**
   * Replaces what the body has (name, whole configuration, all evaluators), and gives the whole test. An unknown ID is a
   * 404. Not retried once it may have been received.
   * @example
   * const { updated_at } = await client.tests.update(testUuid, { name: 'Refuses a late refund' })
   * console.log(updated_at)
   */
  update(testUuid: string, body: TestUpdate, options?: CallOptions): ResponsePromise<Test>
}

export function testMethods(requester: Requester): EvaluationTests {
  const { send } = requester
  const one = (testUuid: string) => ({
    path: ['tests', { testUuid }],
    parse: parserAbout(schemas.test, 'uuid', [testUuid]),
  })
  return {
    list(options) {
      const parse = parserAgain(parserOf(schemas.agentTestPage))
      return listItems(requester, { path: ['tests'], parse }, options)
    },

    get: (testUuid, options) => send({ method: 'GET', ...one(testUuid) }, options),

    create(body, options) {
      return send({ method: 'POST', path: ['tests'], body, parse: parserOf(schemas.createdTest) }, options)
    },

    createMany(body, options) {
      const parseShape = parserOf(schemas.createdTests)
      const parse: typeof parseShape = (answer) => {
        const parsed = parseShape(answer)
        if (!parsed.ok || new Set(parsed.value.uuids).size === body.tests.length) return parsed
        return { ok: false, issues: [issueAt('uuids', `expected ${body.tests.length} different IDs`)] }
      }
      return send({ method: 'POST', path: ['tests', 'bulk'], body, parse }, options)
    },

    update: (testUuid, body, options) => send({ method: 'PUT', body, ...one(testUuid) }, options),
  }
}
