// The results file of a step, which is gone from the disk when the step's result is known.
import type { Results, ResultsTest } from '../../src/schema.ts'
import type { StepResult } from '../support/runner/run-step.ts'

/** @throws Error if the step wrote none */
export function resultsOf(step: StepResult): Results {
  const text = step.files.find((file) => file.startsWith('{"version"'))
  if (text === undefined) throw new Error(`the step wrote no results file:\n${step.log}`)
  return JSON.parse(text)
}

/** The tests of all agents. */
export function testsOf(step: StepResult): readonly ResultsTest[] {
  return resultsOf(step).agents.flatMap(({ run }) => run?.tests ?? [])
}

/** @throws Error if there is not exactly one test with this name */
export function testNamed(step: StepResult, name: string): ResultsTest {
  const [test, ...others] = testsOf(step).filter((each) => each.name === name)
  if (test === undefined || others.length > 0) throw new Error(`${others.length + 1} tests "${name}"`)
  return test
}

export function junitOf(step: StepResult): string {
  return step.files.find((file) => file.includes('<testsuites')) ?? ''
}
