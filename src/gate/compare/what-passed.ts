// Why did a test break? Perhaps its evaluator changed: the versions of this run against those of the newest baseline run.
import type { CallOptions } from '../../client/index.ts'
import type { AgentRun, ChangedEvaluator, EvaluatorVersions, TestResult } from '../model.ts'
import type { GateService } from '../service.ts'
import { versionsOf } from './earlier-runs.ts'

/** The run with the changed evaluators of its broken tests. One read at most; never changes the verdict. */
export async function withChangedEvaluators(
  agentRun: AgentRun,
  service: Pick<GateService, 'getRun'>,
  options: CallOptions,
): Promise<AgentRun> {
  const { run, baseline } = agentRun
  const newest = baseline?.earlier[0]
  if (!newest?.run.taskId || !run?.tests.some(isBroken)) return agentRun
  const versions = newest.evaluators ?? (await readVersions(newest.run.taskId, service, options))
  const tests = run.tests.map((test) =>
    isBroken(test) ? { ...test, changedEvaluators: changedSince(test, versions) } : test,
  )
  return { ...agentRun, run: { ...run, tests } }
}

async function readVersions(
  taskId: string,
  service: Pick<GateService, 'getRun'>,
  options: CallOptions,
): Promise<EvaluatorVersions> {
  const read = await service.getRun(taskId, { ...options, compact: true, maxRetries: 0 })
  return read.ok ? versionsOf(read.value) : new Map()
}

function isBroken({ baseline }: TestResult): boolean {
  return baseline?.class === 'broken'
}

function changedSince({ evaluators }: TestResult, versions: EvaluatorVersions): ChangedEvaluator[] {
  const changed = evaluators.flatMap(({ evaluator, uuid, version }) => {
    const before = versions.get(uuid ?? '')
    return version === null || before === undefined || before === version
      ? []
      : [[uuid, { evaluator, version, before }] as const]
  })
  // A test may use an evaluator several times.
  return [...new Map(changed).values()]
}
