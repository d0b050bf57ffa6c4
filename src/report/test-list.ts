// The tests that did not pass at once, by group. Fold, log and annotations list the same, each in lines of its own.

import { grouped } from '../results/format.ts'
import { allCases, type Overview, type TestCase } from '../results/order.ts'
import { plain } from '../results/sentence.ts'
import { factsText, groupOf, groupOrder, isOpenGroup, type TestGroup } from '../results/test-outcomes.ts'

export interface GroupOfTests {
  readonly group: TestGroup
  readonly tests: number
  /** A line has one test; or all of a run without a result for the same reason, so that it is said once. */
  readonly lines: readonly (readonly [TestCase, ...TestCase[]])[]
}

/** Most important first. Tests that passed at once are only counted elsewhere. */
export function testList(cases: readonly TestCase[]): GroupOfTests[] {
  const byGroup = Map.groupBy(cases, ({ test }) => groupOf(test))
  return groupOrder.flatMap((group) => {
    const inGroup = byGroup.get(group)
    if (inGroup === undefined || group === 'passed') return []
    const lines = grouped(
      inGroup,
      ({ run, test }) => `${run.taskId} ${isOpenGroup(group) ? plain(factsText(test)) : test.id}`,
    )
    return [{ group, tests: inGroup.length, lines }]
  })
}

/** The list without the tests that are shown as evidence. @param shown how many of these, if not all */
export function restOf({ groups: all, evidence }: Overview, shown = evidence.length): GroupOfTests[] {
  const isShown = new Set(allCases(evidence.slice(0, shown)).map(({ test }) => test))
  return testList([...all.values()].flatMap(allCases).filter(({ test }) => !isShown.has(test)))
}
