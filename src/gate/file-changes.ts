// What the pull request does to tests of files, as it is published, and what follows where nobody knows it.

import type { TestsPlan } from '../change/plan.ts'
import type { TestChanges } from '../schema.ts'
import { contentOfFile, definitionOf, editsBetween, serviceName, shownOf } from '../test-files/definition.ts'
import type { TestDefinition } from '../test-files/schema.ts'
import type { JudgedTest, TestOutcome } from './cause.ts'
import type { AgentRun } from './model.ts'

type PublishedChange = TestChanges['tests'][number]
type PublishedEdit = PublishedChange['edits'][number]

export function publishedChanges({ known, reason, tests }: TestsPlan['changes']): TestChanges {
  const changes = tests.map(({ agent, what, before, now, commit }): PublishedChange => {
    const { test, file, line } = now ?? before
    return {
      agent,
      name: test.name,
      serviceName: serviceName(test),
      what,
      before: what === 'renamed' ? before.test.name : null,
      file,
      line,
      commit,
      edits: what === 'edited' ? publishedEdits(before.test, now.test) : [],
    }
  })
  return { known, reason, tests: withMoves(changes) }
}

/** What one agent loses and another one gets was not removed. It is new to the agent that gets it, and has to pass there. */
function withMoves(changes: readonly PublishedChange[]): PublishedChange[] {
  const byTest = Map.groupBy(changes, (change) => change.serviceName)
  return changes.flatMap((change) => {
    const same = byTest.get(change.serviceName) ?? []
    const from = same.find(({ what }) => what === 'removed')
    const isMoved = from !== undefined && same.some(({ what }) => what === 'added')
    if (isMoved && change.what === 'removed') return []
    return isMoved && change.what === 'added' ? { ...change, what: 'moved', before: from.agent } : change
  })
}

/** In the form of edits against earlier runs. */
function publishedEdits(before: TestDefinition, now: TestDefinition): PublishedEdit[] {
  const asked = (test: TestDefinition) => definitionOf(shownOf(contentOfFile(test)))
  const edits = editsBetween(asked(before), asked(now), { absent: 'empty', evaluators: 'by ID' }) ?? []
  return edits.filter((edit) => edit.before !== edit.now)
}

/** What does not block although the test failed, and would for a test that the pull request adds or edits. */
const EXCUSED: ReadonlySet<TestOutcome> = new Set(['new', 'edited', 'not-compared', 'failed-on-control'])

/** What does not block because of earlier runs, which another pull request of the same author may have made. */
const EXCUSED_BY_RUNS: ReadonlySet<TestOutcome> = new Set([
  'failed-before',
  'fails-now-and-then',
  'passed-before',
])

/** What excuses a test that a step of the job made only because nobody knows it: a change may be why it was made. */
const EXCUSED_IF_MADE: ReadonlySet<TestOutcome> = new Set(['new', 'edited', 'not-compared'])

/**
 * Where nobody knows whose tests of files are, none is excused. One that failed before is known to be older.
 * @param isHidden whether the change itself keeps its files from being read: then earlier runs may be of the same author
 */
export function excusesNothing(agentRun: AgentRun, changes: TestChanges | null, isHidden: boolean): AgentRun {
  if (agentRun.run === null) return agentRun
  const whyUndecided = ({ source, outcome }: JudgedTest) => {
    if (source === null || source.change !== null) return null
    if (!source.committed && EXCUSED_IF_MADE.has(outcome)) return 'made-by-job'
    const isExcused = EXCUSED.has(outcome) || (isHidden && EXCUSED_BY_RUNS.has(outcome))
    return changes?.known === 'unknown' && isExcused ? 'changes-unknown' : null
  }
  const tests = agentRun.run.tests.map((test): JudgedTest => {
    const why = whyUndecided(test)
    if (why === null) return test
    return { ...test, outcome: 'undecided', undecided: { why, problem: null, url: null } }
  })
  return { ...agentRun, run: { ...agentRun.run, tests } }
}
