// The verdicts that the results of agents and tests allow.
import type { Results } from '../../../src/schema.ts'
import { failedAtFirst } from './test-evidence.ts'

export function allowedVerdicts(results: Results): readonly Results['verdict'][] {
  const outcomes = results.agents.map(({ outcome }) => outcome)
  const ofAgents = outcomes.includes('failed') ? 'failed' : 'passed'
  const isIncomplete = outcomes.includes('inconclusive') || !/passed|failed/.test(outcomes.join())
  if (results.mode === 'gate-if-worse') return comparedVerdicts(results, isIncomplete)
  return [ofAgents === 'passed' && isIncomplete ? 'inconclusive' : ofAgents]
}

/**
 * Failed if a test broke or too many failed at once. Passed only if every agent has a result, and every failing test is
 * one that does not block. Also inconclusive if a run history is missing.
 */
function comparedVerdicts({ decisions, agents }: Results, isIncomplete: boolean): Results['verdict'][] {
  const tests = agents.flatMap(({ run }) => run?.tests ?? [])
  const failed = tests.filter(failedAtFirst).length
  const tooMany = decisions.some(
    ({ count, sample }) =>
      (count?.blocks === true && count.failed <= failed) ||
      (sample?.blocks === true && sample.tests <= failed),
  )
  if (tooMany || tests.some(({ outcome }) => outcome === 'broke')) return ['failed']
  const isOpen = tests.some(({ outcome }) => outcome === 'undecided' || outcome === 'failed')
  return isIncomplete || isOpen ? ['inconclusive'] : ['passed', 'inconclusive']
}
