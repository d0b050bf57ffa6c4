// The last step of a job with controls, once every outcome is fixed: tests that the pull request adds or edits, and that passed, run once
// without the change. What that gives is shown, and decides nothing.
import type { JudgedTest } from '../cause.ts'
import type { AgentRun, EndedRun, Launch, RunUrl } from '../model.ts'
import { answered } from '../runs/attempts.ts'
import type { TestRunner } from '../runs/launch.ts'
import { isUsable } from '../runs/read-run.ts'
import { canRun, runRetries } from '../runs/rounds.ts'
import { whyOtherQuestion } from '../same-question.ts'

/** In the whole job. */
const MOST_TRIED = 20
const AWAITED_MS = 120_000

/** @returns the runs, with these attempts on the controls. What has no answer in time is left out. */
export async function triedWithoutChange(
  runs: readonly AgentRun[],
  runner: TestRunner,
): Promise<readonly AgentRun[]> {
  const launches = triedLaunches(runs)
  if (launches.length === 0) return runs
  runner.endIn(AWAITED_MS)
  const tried = await runRetries(launches, runner, (ended, { of, testUuids }) => {
    const tests = of.run?.tests.map((test) =>
      testUuids?.includes(test.uuid ?? '') ? withAttempt(test, of, ended, runner.runUrl) : test,
    )
    return { ...of, run: of.run && { ...of.run, tests: tests ?? [] } }
  })
  return runs.map((each) => tried.find(({ agent }) => agent.uuid === each.agent.uuid) ?? each)
}

/** In the order of the files. */
function triedLaunches(runs: readonly AgentRun[]): Launch<AgentRun>[] {
  const due = runs.flatMap((run) => (run.run?.tests ?? []).filter(isDue).map((test) => ({ run, test })))
  const possible = due.filter((each) => each.run.control !== null && canRun(each))
  const byRun = Map.groupBy(possible.slice(0, MOST_TRIED), ({ run }) => run)
  return [...byRun].map(([of, tried]) => {
    return { of, side: 'control', round: null, testUuids: tried.flatMap(({ test }) => test.uuid ?? []) }
  })
}

/** A renamed test is as it was: what it gives without the change says nothing. */
function isDue({ source, outcome, control }: JudgedTest): boolean {
  const isAddedOrEdited = source?.change === 'added' || source?.change === 'edited'
  const hasRun = (control?.attempts ?? []).length > 0
  return isAddedOrEdited && !hasRun && (outcome === 'passed' || outcome === 'flaky')
}

function withAttempt(test: JudgedTest, first: AgentRun, ended: EndedRun, runUrl: RunUrl): JudgedTest {
  const { run, problem } = ended
  if (problem?.kind === 'max-tests')
    return { ...test, whyNotRunAgain: { why: 'control', problem, url: null } }
  // A run that takes longer counts by the rows that are proven by then.
  const counts = isUsable(problem) || problem?.kind === 'timed-out'
  const row = run?.tests.find(({ uuid }) => uuid === test.uuid)
  if (run === null || !counts || row === undefined) return test
  const { answer, published } = answered(run.taskId, row, runUrl)
  if (answer === 'unanswered' || first.control === null) return test
  if (whyOtherQuestion(test, first, row, ended) !== null) return test
  return { ...test, control: { name: first.control.name, attempts: [published] } }
}
