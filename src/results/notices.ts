// What the first lines of every report say about the day of the model and the service, whatever the verdict.
import type { Results } from './schema.ts'
import { approximate, count, counted } from './units.ts'

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
function alarmText({ failed, runAgain, failedOnControl, onlyCandidate, onlyControl, blocks }: Alarm): string {
  const atOnce = `${counted(failed, 'test')} failed at once`
  if (runAgain === 0) return `${atOnce}, and none of them could be run on the control.`
  if (blocks)
    return `Probably this change: ${atOnce}; of ${count(runAgain)} run again, ${counted(onlyCandidate, 'attempt')} failed only with the change, ${count(onlyControl)} only on the control.`
  const again = `${atOnce}. Of ${count(runAgain)} run again,`
  if (failedOnControl === 0) return `${again} too few failed again to tell a change from chance.`
  return `${again} ${count(failedOnControl)} failed on the control, too: the model or the service may have a bad day.`
}
