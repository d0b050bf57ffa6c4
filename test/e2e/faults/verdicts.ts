// The verdicts that the results of agents and tests allow.
import type { Results } from '../../../src/results/schema.ts'

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
function comparedVerdicts({ comparison, agents }: Results, isIncomplete: boolean): Results['verdict'][] {
  const tests = agents.flatMap(({ run }) => run?.tests ?? [])
  const failed = tests.filter(({ attempts, status }) => (attempts[0]?.status ?? status) === 'failed').length
  const alarm = comparison?.control?.alarm
  const tooMany =
    (comparison?.failureCount.blocks === true && comparison.failureCount.failed <= failed) ||
    (alarm?.blocks === true && alarm.failed <= failed && alarm.onlyCandidate > alarm.onlyControl)
  if (tooMany || tests.some(({ baseline }) => baseline?.class === 'broken')) return ['failed']
  const harmless = ['known-failure', 'new', 'unreliable']
  const isOpen = tests.some(
    ({ status, baseline }) => status === 'failed' && !harmless.includes(baseline?.class ?? ''),
  )
  return isIncomplete || isOpen ? ['inconclusive'] : ['passed', 'inconclusive']
}
