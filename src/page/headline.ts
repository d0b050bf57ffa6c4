// What the page says first, as the comment does: why the verdict is what it is, and how many tests passed.
import { groupTitle } from '../report/test-groups.ts'
import { count, counted } from '../report/units.ts'
import { capitalized, failedTests, unjudged } from '../report/verdict-reasons.ts'
import type { Model, Test } from './model.ts'

/** Why the verdict is not `passed`. */
export interface Reason {
  /** If the reason is a single test; `text` then is what happened to it. */
  readonly test: Test | null
  readonly text: string
}

export function reasonsOf({ job, tests }: Model): Reason[] {
  const failed = failedTests(job.totals)
  const single = new Map([
    [groupTitle('broken', 1), { known: 'broken', text: 'broke' }],
    [groupTitle('undetermined', 1), { known: 'undetermined', text: 'could not be judged' }],
    ...(job.totals.failed === 1
      ? ([
          [failed, { known: undefined, text: 'failed' }],
          [unjudged(failed), { known: 'undetermined', text: unjudged('failed') }],
        ] as const)
      : []),
  ])
  return job.reasons.map((reason) => {
    const one = single.get(reason)
    const test =
      one && tests.find(({ record }) => record.status === 'failed' && record.baseline?.class === one.known)
    return one && test?.record.name?.trim() ? { test, text: one.text } : { test: null, text: reason }
  })
}

/** `No test broke. 38 of 39 tests passed (1 only on retry), 1 failed. Not blocking: 1 known failure.` */
export function totalsText({ job }: Model): string {
  const { total, passed, failed, flaky } = job.totals
  const unfinished = total - passed - failed
  const isSaid = job.reasons.some((reason) => reason.startsWith(failedTests(job.totals)))
  const all = isSaid ? counted(passed, 'test') : `${count(passed)} of ${counted(total, 'test')}`
  const totals = [
    `${all} passed${flaky > 0 ? ` (${count(flaky)} only on retry)` : ''}`,
    failed > 0 && !isSaid && `${count(failed)} failed`,
    unfinished > 0 && `${count(unfinished)} without a result`,
  ]
  const classes = job.comparison?.classes
  const excused = (['new', 'known-failure', 'unreliable'] as const).flatMap((group) =>
    classes && classes[group] > 0 ? groupTitle(group, classes[group]) : [],
  )
  return [
    job.verdict === 'passed' && (job.comparison?.comparedTests ?? 0) > 0 && 'No test broke.',
    total > 0 && `${totals.filter(Boolean).join(', ')}.`,
    excused.length > 0 && `Not blocking: ${excused.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** With a capital at the start and an end. */
export function asSentence(text: string): string {
  return `${capitalized(text)}${/[.!?…]$/.test(text) ? '' : '.'}`
}

/** At most so many characters. */
export function cutTo(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
