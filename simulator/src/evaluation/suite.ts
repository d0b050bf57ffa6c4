// The tests of an agent, and the outcome of each.
import type { Outcome } from './errors.ts'
import type { Fixture, TestCase } from './fixtures/test-case.ts'
import type { Scenario } from './scenarios.ts'
import type { Test, TestType } from './test.ts'

const INDEX_DIGITS = 12

/** A test of an agent. Its id is a prefix and its index, so that finding it by id needs no table. */
export class SuiteTest implements Test {
  readonly written = null
  /** Its position in the suite. */
  readonly index: number
  readonly case: TestCase
  readonly #fixture: Fixture
  readonly #idPrefix: string
  readonly #suffix: string

  constructor(index: number, fixture: Fixture, idPrefix: string, suffix = '', message?: string) {
    const testCase = fixture.cases[index % fixture.cases.length]
    if (testCase === undefined) throw new RangeError('a fixture needs at least one test case')
    this.index = index
    this.case = message === undefined ? testCase : { ...testCase, message }
    this.#fixture = fixture
    this.#idPrefix = idPrefix
    this.#suffix = suffix
  }

  get id(): string {
    return this.#idPrefix + this.index.toString(16).padStart(INDEX_DIGITS, '0')
  }

  get name(): string {
    const round = Math.floor(this.index / this.#fixture.cases.length)
    return this.case.name + (round === 0 ? '' : ` (variation ${round + 1})`) + this.#suffix
  }

  get plainName(): string {
    return this.name
  }

  /** The same test before it was rewritten. */
  get firstVersion(): SuiteTest {
    return new SuiteTest(this.index, this.#fixture, this.#idPrefix, ' (first version)')
  }

  /** The same test, with the same name, when it asked something else. */
  get beforeEdit(): SuiteTest {
    const message = `Before it was edited: ${this.case.message}`
    return new SuiteTest(this.index, this.#fixture, this.#idPrefix, '', message)
  }
}

/** As the service calls it, of an agent that gets conversations. */
export const typeOf = ({ case: testCase, written }: Test): TestType =>
  written?.type ??
  (testCase.kind === 'tool-call' ? 'tool_call' : testCase.isConversation ? 'conversation' : 'response')

export interface Suite {
  readonly tests: readonly SuiteTest[]
  testById(id: string): SuiteTest | undefined
  testByName(name: string): SuiteTest | undefined
}

/**
 * As many tests as asked for, from the cases of a fixture; further rounds are variations.
 *
 * @param uuid IDs of tests are this one with another end
 */
export function createSuite(uuid: string, fixture: Fixture, size: number): Suite {
  const idPrefix = uuid.slice(0, -INDEX_DIGITS)
  const tests = lazy(() =>
    Array.from({ length: size }, (_, index) => new SuiteTest(index, fixture, idPrefix)),
  )
  const byName = lazy(() => new Map(tests().map((test) => [test.name, test])))
  return {
    get tests() {
      return tests()
    },
    testByName: (name) => byName().get(name),
    testById(id) {
      if (!id.startsWith(idPrefix)) return undefined
      const test = tests()[Number.parseInt(id.slice(idPrefix.length), 16)]
      return test?.id === id ? test : undefined
    },
  }
}

/** The fixture as a scenario has it. */
export function casesFor(fixture: Fixture, scenario: Scenario): Fixture {
  return scenario.hasConversations
    ? { ...fixture, cases: fixture.cases.map(asConversation) }
    : withToolCalls(fixture, scenario)
}

const order = {
  id: 'call-1',
  type: 'function',
  function: { name: 'find_customer', arguments: '{"id":4711}' },
}
const afterToolCall = [
  { role: 'user', content: 'My customer number is 4711.' },
  { role: 'assistant', tool_calls: [order] },
  { role: 'tool', tool_call_id: order.id, name: order.function.name, content: '{"name":"Ada Byron"}' },
  { role: 'assistant', content: 'Hello Ada, how can I help?' },
] as const

const asConversation = (testCase: TestCase): TestCase =>
  testCase.kind === 'reply' ? { ...testCase, isConversation: true, earlierTurns: afterToolCall } : testCase

/** With tool calls first, if one has to fail and a suite of this size would have none. */
function withToolCalls(fixture: Fixture, { failingKind, tests }: Scenario): Fixture {
  const isToolCall = ({ kind }: TestCase) => kind === 'tool-call'
  if (failingKind !== 'tool-call' || fixture.cases.slice(0, tests).some(isToolCall)) return fixture
  const others = fixture.cases.filter((each) => !isToolCall(each))
  return { ...fixture, cases: [...fixture.cases.filter(isToolCall), ...others] }
}

/** Made when first needed: a workspace may have a thousand agents that never run. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/**
 * The last tests are unconfigured, those before them defective, then not run, then unanswered; failing ones are spread over
 * the rest.
 */
export function outcomesOf(scenario: Scenario, suite: Suite): Outcome[] {
  const { failing, unanswered, notRun, defective, unconfigured, failingKind } = scenario
  const passing = suite.tests.length - unanswered - notRun - defective - unconfigured
  const outcomes: Outcome[] = [
    ...Array<Outcome>(passing).fill('passed'),
    ...Array<Outcome>(unanswered).fill('agent-timeout'),
    ...Array<Outcome>(notRun).fill('not-run'),
    ...Array<Outcome>(defective).fill('no-evaluators'),
    ...Array<Outcome>(unconfigured).fill('unconfigured'),
  ]
  const isPreferred = (test: Test) => failingKind === 'any' || test.case.kind === failingKind
  const [preferred, others] = [true, false].map((wanted) =>
    suite.tests.slice(0, passing).filter((test) => isPreferred(test) === wanted),
  )
  const first = spreadOver(preferred ?? [], failing)
  for (const { index } of [...first, ...spreadOver(others ?? [], failing - first.length)])
    outcomes[index] = 'failed'
  return outcomes
}

/** Up to `count` of the items, as evenly spread as possible, the last among them. */
function spreadOver<Item>(items: readonly Item[], count: number): Item[] {
  const chosen = Math.min(count, items.length)
  return Array.from(
    { length: chosen },
    (_, k) => items[Math.floor(((k + 1) * items.length) / chosen) - 1],
  ).filter((item) => item !== undefined)
}
