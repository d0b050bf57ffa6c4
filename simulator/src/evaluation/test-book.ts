// All tests of the workspace: those of agents' suites, and those that were written through the interface.
import type { Agent } from './agent.ts'
import type { EvaluatorBook } from './evaluator-book.ts'
import { evaluatorsOf } from './judging.ts'
import type { OwnedTest } from './planner.ts'
import type { TestEvent } from './scenarios.ts'
import type { Dialect } from './server-version.ts'
import { type SuiteTest, typeOf } from './suite.ts'
import type { WrittenTest } from './test.ts'
import { runnable, turnsOf } from './written-test.ts'

export type TestDraft = Pick<WrittenTest, 'name' | 'type' | 'config' | 'evaluators'>

interface TestBookOptions {
  readonly agents: readonly Agent[]
  readonly evaluators: EvaluatorBook
  readonly dialect: Dialect
  readonly now: () => number
  readonly testEvent: TestEvent | null
}

export class TestBook {
  readonly #options: TestBookOptions
  /** In the order of their creation, with tests of suites that were changed. */
  readonly #written = new Map<string, WrittenTest>()
  readonly #deleted = new Set<string>()
  readonly #linkedTo = new Map<Agent, string[]>()
  #due: TestEvent | null
  #made = 0

  constructor(options: TestBookOptions) {
    this.#options = options
    this.#due = options.testEvent
  }

  /** Newest first. */
  all(): WrittenTest[] {
    const ofSuites = this.#options.agents.flatMap((agent) =>
      agent.suite.tests.map((test) => [test.id, { agent, test }] as const),
    )
    const distinct = new Map(ofSuites)
    const written = [...this.#written.keys()].filter((uuid) => !distinct.has(uuid)).reverse()
    return [...written, ...distinct.keys()].flatMap((uuid) => this.byId(uuid) ?? [])
  }

  byId(uuid: string): WrittenTest | undefined {
    if (this.#deleted.has(uuid)) return undefined
    const { agents, evaluators } = this.#options
    const owned = this.#inSuite(uuid, agents)
    const test = this.#written.get(uuid) ?? (owned && recordOf(owned.owner, owned.test))
    if (test === undefined) return undefined
    const names = evaluators.names()
    return { ...test, evaluators: test.evaluators.filter(({ name }) => names.includes(name)) }
  }

  /** In the web application: a key cannot. */
  delete(uuid: string): void {
    this.#deleted.add(uuid)
  }

  add(drafts: readonly TestDraft[], linkTo: readonly Agent[]): WrittenTest[] {
    const { dialect, now } = this.#options
    const added = drafts.map((draft): WrittenTest => {
      this.#made += 1
      const uuid = dialect.uuid(`written test ${this.#made}`)
      return { ...draft, uuid, index: this.#made, createdAt: now(), updatedAt: now() }
    })
    for (const test of added) this.#written.set(test.uuid, test)
    for (const agent of linkTo)
      this.#linkedTo.set(agent, [...(this.#linkedTo.get(agent) ?? []), ...added.map(({ uuid }) => uuid)])
    return added
  }

  /** Changes a test, whatever it is by now. */
  change(test: WrittenTest, changes: Partial<TestDraft>): WrittenTest {
    const changed = { ...(this.byId(test.uuid) ?? test), ...changes, updatedAt: this.#options.now() }
    this.#written.set(test.uuid, changed)
    return changed
  }

  /** A test of this ID as runs have it: that of the agent, if it has it. */
  find(uuid: string, agent: Agent): OwnedTest | undefined {
    const test = this.#deleted.has(uuid) || this.#written.has(uuid) ? this.byId(uuid) : null
    if (test !== null) return test && { owner: null, test: runnable(test) }
    return this.#inSuite(uuid, [agent, ...this.#options.agents])
  }

  linked(agent: Agent): OwnedTest[] {
    const own = agent.suite.tests.map(({ id }) => id)
    return [...own, ...(this.#linkedTo.get(agent) ?? [])].flatMap((uuid) => this.find(uuid, agent) ?? [])
  }

  /** Whether the event is due; all but the last happen once. */
  happens(event: TestEvent): boolean {
    if (this.#due === 'edited-always') return event === 'edited'
    if (this.#due !== event) return false
    this.#due = null
    return true
  }

  /** The tests as they are by now, in which somebody may just have edited one. */
  launched(agent: Agent, tests: readonly OwnedTest[]): OwnedTest[] {
    const written = tests.flatMap(({ test }) => test.written ?? [])[0]
    if (written && this.happens('edited')) this.change(written, edited(written))
    return tests.map((each) => this.find(each.test.id, agent) ?? each)
  }

  #inSuite(uuid: string, agents: readonly Agent[]) {
    for (const owner of agents) {
      const test = owner.suite.testById(uuid)
      if (test !== undefined) return { owner, test }
    }
    return undefined
  }
}

/** What somebody makes of a test in the web application. */
function edited(test: WrittenTest): Pick<TestDraft, 'config'> {
  const turns = turnsOf(test)
  const last = { ...turns.at(-1), content: `${turns.at(-1)?.['content'] ?? ''} Please.` }
  const { input } = test.config ?? {}
  const asked =
    input === undefined ? { history: [...turns.slice(0, -1), last] } : { input: `${input} Please.` }
  return { config: { ...test.config, ...asked } }
}

/** A test of an agent's suite as the interface shows it. */
function recordOf(agent: Agent, test: SuiteTest): WrittenTest {
  const { case: testCase, id: uuid, name } = test
  const type = agent.interactionType === 'general' ? 'general' : typeOf(test)
  const turns = [...(testCase.earlierTurns ?? []), { role: 'user', content: testCase.message }]
  const { inputs, language } = testCase
  const outcome = agent.scenario.flaky ? 'passed' : agent.outcomes()[test.index]
  const config = {
    ...(type === 'general' ? { input: testCase.message } : { history: turns }),
    evaluation: { type, ...(testCase.kind === 'tool-call' && { tool_calls: [testCase.expectedCall] }) },
    ...(inputs && { inputs }),
    ...(language && { settings: { language } }),
  }
  return {
    uuid,
    name,
    type,
    config: outcome === 'unconfigured' ? null : config,
    evaluators: outcome === 'no-evaluators' ? [] : evaluatorsOf(agent.scenario.evaluators, test),
    index: test.index,
    createdAt: agent.createdAt,
    updatedAt: agent.createdAt,
  }
}
