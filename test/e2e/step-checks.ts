// What several tests of a step expect of it.
import { expect } from 'vitest'
import type { StepResult } from '../support/runner/run-step.ts'

export const warningsOf = (step: StepResult) => step.annotations.filter(({ level }) => level === 'warning')

/** The step of an agent "Alpha" with three tests. */
export function expectPassed(step: StepResult): void {
  expect(step.exitCode).toBe(0)
  expect(step.outputs).toMatchObject({ total: '3', passed: '3', failed: '0', verdict: 'passed' })
  expect(step.summary).toContain('Alpha')
}
