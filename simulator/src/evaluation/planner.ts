// Settles how the tests of a run end. It counts the runs of each test, since each has its own draw and its own errors.
import type { Agent, EarlierRun, Rewrite } from './agent.ts'
import { isOfTest, type Outcome } from './errors.ts'
import type { EvaluatorBook } from './evaluator-book.ts'
import { failsInRun, findTests } from './flakiness.ts'
import { evaluatorsOf } from './judging.ts'
import { errorOf, stopAfterErrors } from './outages.ts'
import type { PlannedTest } from './run.ts'
import { type Scenario, scenarioOf } from './scenarios.ts'
import { createSuite, outcomesOf, SuiteTest } from './suite.ts'
import type { Test, WrittenTest } from './test.ts'
import { defectOf } from './written-test.ts'

/** A test, and the agent that it belongs to; null for a test that was written through the interface. */
export type OwnedTest =
  | { readonly owner: Agent; readonly test: SuiteTest }
  | { readonly owner: null; readonly test: Test & { readonly written: WrittenTest } }

export interface Planner {
  /** Any test can be run with any agent: the agent's own behaviour counts, by the test's name. */
  launched(agent: Agent, tests: readonly OwnedTest[], startsAt: number): PlannedTest[]
  earlier(agent: Agent, run: EarlierRun): { scenario: Scenario; tests: PlannedTest[] }
}

const outagesOf = ({ outage: kind }: Scenario, { outages }: Agent) =>
  kind === null ? outages : [{ kind }, ...outages]

function asOfRun({ rewrites, edits }: Agent, test: Test, number: number): Test {
  if (!(test instanceof SuiteTest)) return test
  const isBefore = ({ test: only = test.name, from }: Rewrite) => only === test.name && number < from
  if (rewrites.some(isBefore)) return test.firstVersion
  return edits.some(isBefore) ? test.beforeEdit : test
}

/** Behind an `agent_url` nobody sees the prompt: an agent is worse if "broken" is in its address. */
function followsPrompt({ config }: Agent, { case: testCase }: Test): boolean {
  const words = testCase.kind === 'reply' ? testCase.promptWords : undefined
  if (words === undefined) return true
  const { agent_url: address, system_prompt: prompt } = config ?? {}
  return address ? !String(address).includes('broken') : String(prompt ?? '').includes(words)
}

const draw = ({ flakiness }: Agent, test: Test, number: number, factor: number): Outcome =>
  failsInRun(flakiness, test, number, factor) ? 'failed' : 'passed'

function usualOutcome(agent: Agent, test: Test, number: number, factor: number): Outcome {
  if (agent.scenario.flaky) return draw(agent, test, number, factor)
  return agent.scenario.follows !== null && !followsPrompt(agent, test) ? 'failed' : fixed(agent, test)
}

function fixed(agent: Agent, { plainName }: Test): Outcome {
  const own = agent.suite.testByName(plainName)
  return (own && agent.outcomes()[own.index]) ?? 'passed'
}

/** Why a test has no verdict whatever an agent does, or null. */
function defect({ owner, test }: OwnedTest): Outcome | null {
  if (owner === null) return defectOf(test.written)
  const outcome = owner.scenario.flaky ? 'passed' : fixed(owner, test)
  return isOfTest(outcome) ? outcome : null
}

/** @param badDay multiplies the failure rates of a launched run */
export function createPlanner(startedAt: number, badDay: () => number, evaluators: EvaluatorBook): Planner {
  const runsByTest = new Map<string, number>()

  function nextNumber(agent: Agent, test: Test): number {
    const key = `${agent.uuid} ${test.name}`
    const number = (runsByTest.get(key) ?? 0) + 1
    runsByTest.set(key, number)
    return number
  }

  return {
    launched(agent, tests, startsAt) {
      const started = (startsAt - startedAt) / 1000
      const factor = badDay()
      const names = evaluators.names(agent.scenario.evaluators)
      const planned = tests.map((owned): PlannedTest => {
        const { test } = owned
        const number = nextNumber(agent, test)
        const byTest = defect(owned)
        if (byTest !== null) return { test, outcome: byTest }
        const error = errorOf(outagesOf(agent.scenario, agent), test, number, started)
        const usual = usualOutcome(agent, test, number, factor)
        // The agent's own test of the same name may be defective, this one is not.
        const reply = isOfTest(usual) ? 'passed' : usual
        const isJudged = test.case.kind === 'reply' && (reply === 'passed' || reply === 'failed')
        const outcome = isJudged ? evaluators.judged(reply, evaluatorsOf(names, test)) : reply
        return { test: asOfRun(agent, test, number), outcome: error ?? outcome }
      })
      return stopAfterErrors(planned)
    },

    earlier(agent, run) {
      const { errors = {} } = run
      const scenario = scenarioOf(run.scenario, { tests: agent.scenario.tests, ...run.parameters })
      const suite = createSuite(agent.testsUuid, run.fixture ?? agent.fixture, scenario.tests)
      const outcomes = outcomesOf(scenario, suite)
      const tests = run.tests === undefined ? suite.tests : findTests(agent.name, suite, run.tests)
      const failing = new Set(findTests(agent.name, suite, run.failing ?? []))
      findTests(agent.name, suite, Object.keys(errors))
      const outages = outagesOf(scenario, agent)
      const planned = tests.map((test): PlannedTest => {
        const number = nextNumber(agent, test)
        const usual = scenario.flaky ? draw(agent, test, number, 1) : outcomes[test.index]
        const error = errors[test.name] ?? errorOf(outages, test, number, Number.NEGATIVE_INFINITY)
        const outcome = error ?? (failing.has(test) ? 'failed' : (usual ?? 'passed'))
        return { test: asOfRun(agent, test, number), outcome }
      })
      return { scenario, tests: stopAfterErrors(planned) }
    },
  }
}
