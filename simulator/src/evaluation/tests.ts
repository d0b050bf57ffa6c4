// The endpoints about tests: list, read, create one or many, change.
import { dropped, HttpError, json, type Route, type RouteRequest } from '../router.ts'
import {
  choice,
  isObject,
  objectBody,
  optionalObject,
  optionalObjects,
  optionalStrings,
  refuseOthers,
  requiredObjects,
  requiredString,
  requirePresent,
  valueError,
} from '../validation.ts'
import type { Agent } from './agent.ts'
import { type EvaluatorUse, evaluators, evaluatorUuid, linkedEvaluator } from './evaluators.ts'
import { pageOf } from './paging.ts'
import type { Dialect } from './server-version.ts'
import { type TestType, testTypes, type WrittenTest } from './test.ts'
import type { TestDraft } from './test-book.ts'
import type { Workspace } from './workspace.ts'
import { evaluatorTypeOf } from './written-test.ts'

type Body = Readonly<Record<string, unknown>>

const MAX_TESTS = 500

export function testRoutes(workspace: Workspace): Route[] {
  const { dialect, tests } = workspace
  return [
    { method: 'GET', path: '/tests', handle: list },
    { method: 'POST', path: '/tests', handle: create },
    { method: 'POST', path: '/tests/bulk', handle: createMany },
    {
      method: 'GET',
      path: '/tests/{test_uuid}',
      handle: (request) => json(record(find(request), workspace)),
    },
    {
      method: 'PUT',
      path: '/tests/{test_uuid}',
      handle: (request) => update(workspace, find(request), objectBody(request.body)),
    },
    { method: 'DELETE', path: '/tests/{test_uuid}', handle: refuse },
  ]

  function find({ param }: RouteRequest): WrittenTest {
    const test = tests.byId(param('test_uuid'))
    if (test === undefined) throw refused(404, 'Test not found')
    return test
  }

  function list({ query }: RouteRequest) {
    const { items, ...rest } = pageOf(query, tests.all())
    return json({ items: items.map((test) => listEntry(test, dialect)), ...rest })
  }

  async function create({ body: given }: RouteRequest) {
    const body = objectBody(given)
    const name = requiredString(body, 'name')
    const type = typeIn(body)
    const uses = usesIn(body, type, workspace)
    if (type === 'conversation' && !uses?.length)
      throw refused(400, 'Conversation tests require at least one evaluator.')
    const draft = { name, type, config: optionalObject(body, 'config'), evaluators: uses ?? [] }
    const written = await write(workspace, [draft], [], () => refused(409, 'Test name already exists'))
    return written === null ? dropped : json({ uuid: written[0], message: 'Test created successfully' })
  }

  async function createMany({ body: given }: RouteRequest) {
    const body = objectBody(given)
    const drafts = draftsIn(body, typeIn(body), workspace)
    const agents = (optionalStrings(body, 'agent_uuids') ?? []).map((uuid) => {
      const agent = workspace.agentById(uuid)
      if (agent === undefined) throw refused(404, `Agent ${uuid} not found`)
      return agent
    })
    const uuids = await write(workspace, drafts, agents, (names) =>
      refused(400, `Test names already exist: ${names.join(', ')}`),
    )
    if (uuids === null) return dropped
    return json({ uuids, count: uuids.length, message: `Created ${uuids.length} tests`, warnings: null })
  }
}

function update(workspace: Workspace, test: WrittenTest, body: Body) {
  const { tests } = workspace
  const { type = test.type } = body
  if (type !== test.type)
    throw refused(
      400,
      `Test type is immutable; cannot change from '${test.type}' to '${type}'. Create a new test instead.`,
    )
  const name = (body['name'] ?? null) === null ? test.name : requiredString(body, 'name')
  const config = optionalObject(body, 'config')
  const uses = usesIn(body, test.type, workspace)
  if (uses?.length === 0 && test.type === 'conversation')
    throw refused(400, 'Conversation tests require at least one evaluator; cannot remove all.')
  if (name !== test.name && tests.all().some((each) => each.name === name))
    throw refused(409, 'Test name already exists')
  const isEmpty = (body['name'] ?? config ?? uses ?? null) === null
  const changes = { name, ...(config && { config }), ...(uses && { evaluators: uses }) }
  return json(record(isEmpty ? test : tests.change(test, changes), workspace))
}

/** A key cannot delete tests. */
function refuse(): never {
  throw refused(403, 'Not authenticated')
}

/** @returns their IDs; null if the service ends before it has written their evaluators */
async function write(
  workspace: Workspace,
  drafts: readonly TestDraft[],
  agents: readonly Agent[],
  conflict: (names: readonly string[]) => HttpError,
): Promise<string[] | null> {
  const { tests } = workspace
  // The other job's evaluators may not be written yet, either.
  if (tests.happens('others-first')) void writeEvaluators(workspace, addTests(workspace, drafts, []), drafts)
  const taken = new Set(tests.all().map(({ name }) => name))
  const names = drafts.map(({ name }) => name).filter((name) => taken.has(name))
  if (names.length > 0) throw conflict(names)
  const written = addTests(workspace, drafts, agents)
  if (tests.happens('interrupted')) return null
  await writeEvaluators(workspace, written, drafts)
  return written.map(({ uuid }) => uuid)
}

function addTests({ tests }: Workspace, drafts: readonly TestDraft[], agents: readonly Agent[]) {
  const withoutEvaluators = drafts.map((draft) => ({ ...draft, evaluators: [] }))
  return tests.add(withoutEvaluators, agents)
}

/** The service writes them after the tests. */
async function writeEvaluators(
  { tests, sleep, evaluatorsAfterMs }: Workspace,
  written: readonly WrittenTest[],
  drafts: readonly TestDraft[],
): Promise<void> {
  if (evaluatorsAfterMs > 0) await sleep(evaluatorsAfterMs)
  for (const [i, test] of written.entries()) tests.change(test, { evaluators: drafts[i]?.evaluators ?? [] })
}

function typeIn(body: Body): TestType {
  requirePresent(body, 'type')
  return choice(body, 'type', testTypes)
}

function draftsIn(body: Body, type: TestType, workspace: Workspace): TestDraft[] {
  const language = body['language']
  const given = requiredObjects(body, 'tests')
  if (given.length === 0) throw valueError(body, 'tests list must not be empty')
  if (given.length > MAX_TESTS) throw valueError(body, `tests list must not exceed ${MAX_TESTS} tests`)
  const names = given.map((test, i) => requiredString(test, 'name', ['body', 'tests', i]))
  const twice = [...new Set(names.filter((name, i) => names.indexOf(name) !== i))]
  if (twice.length > 0) throw valueError(body, `Duplicate test names in request: ${twice.join(', ')}`)
  return given.map((test, i): TestDraft => {
    const { conversation_history: history = null, input = null, tool_calls = null, inputs } = test
    const name = names[i] ?? ''
    const refuse = (what: string) => valueError(body, `Test '${name}' must have ${what} for ${type} type`)
    if (type === 'tool_call' && (history === null) === (input === null))
      throw refuse("exactly one of 'input' or 'conversation_history'")
    const uses = usesIn(test, type, workspace, ['body', 'tests', i]) ?? []
    if (type !== 'tool_call' && uses.length === 0) throw refuse('at least one evaluator')
    const config = {
      ...(history !== null && { history }),
      ...(input !== null && { input }),
      evaluation: { type, ...(tool_calls !== null && { tool_calls }) },
      ...(isObject(inputs) && { inputs }),
      ...(typeof language === 'string' && { settings: { language } }),
    }
    return { name, type, config, evaluators: uses }
  })
}

/** The evaluators of a body; null if it names none. Of one that is there twice, the last counts. */
function usesIn(
  body: Body,
  type: TestType,
  { evaluators: book }: Workspace,
  parent: readonly (string | number)[] = ['body'],
): EvaluatorUse[] | null {
  const given = optionalObjects(body, 'evaluators', parent)
  if (given === null) return null
  const uses = given.map((entry, i): [string, EvaluatorUse] => {
    const loc = [...parent, 'evaluators', i]
    refuseOthers(entry, ['evaluator_uuid', 'variable_values'], loc)
    const uuid = requiredString(entry, 'evaluator_uuid', loc)
    const name = book.byId(uuid)
    if (name === undefined) throw refused(404, `Evaluator ${uuid} not found`)
    const [wanted, actual] = [evaluatorTypeOf(type), evaluators[name].type ?? 'llm']
    if (wanted !== actual)
      throw refused(
        400,
        `Evaluator ${uuid} has evaluator_type='${actual}'. Tests of type '${type}' only accept '${wanted}' evaluators.`,
      )
    return [uuid, { name, values: optionalObject(entry, 'variable_values', loc) }]
  })
  return [...new Map(uses).values()]
}

const refused = (status: number, detail: string) => new HttpError(status, { detail })

function listEntry({ uuid, name, type, config, createdAt, updatedAt }: WrittenTest, { time }: Dialect) {
  const description = config && { description: config['description'] ?? null }
  return { uuid, name, type, config: description, created_at: time(createdAt), updated_at: time(updatedAt) }
}

function record(test: WrittenTest, workspace: Workspace) {
  const { dialect } = workspace
  const linked = test.evaluators.map(({ name, values }) => ({
    ...linkedEvaluator(name, workspace),
    uuid: evaluatorUuid(dialect, name),
    variable_values: values,
  }))
  return { ...listEntry(test, dialect), config: test.config, evaluators: linked }
}
