// What the first lines of every report say about the day of the model and the service, whatever the verdict.
import type { Results } from './schema.ts'
import { approximate, counted } from './units.ts'

type Alarm = NonNullable<NonNullable<NonNullable<Results['comparison']>['control']>['alarm']>

/** Sentences in our own words. */
export function notices({ comparison, agentTotals }: Omit<Results, 'reasons' | 'story'>): string[] {
  if (comparison?.control)
    return comparison.control.alarm === null ? [] : [alarmText(comparison.control.alarm)]
  if (comparison?.today.isBad !== true) return []
  const { failed, expected } = comparison.today
  const { passed, failed: failedAgents, inconclusive } = agentTotals
  const across = passed + failedAgents + inconclusive > 1 ? ', across agents' : ''
  return [
    `${approximate(failed / expected)} × as many tests failed as usual${across}: the model or the service may have a bad day.`,
  ]
}

/** Of many failures at once in a job with controls, whether or not they block. */
function alarmText({ runAgain, onlyCandidate, blocks }: Alarm): string {
  const onBoth = `${counted(runAgain, 'failing test')} ran again on both agents`
  return blocks
    ? `Probably this change: ${onBoth}, and more of them failed with it than without in ${counted(onlyCandidate, 'round')}.`
    : `${onBoth}, and not clearly more of them failed with the change than without.`
}
