// Why did a test break? Perhaps its evaluator changed: the versions of this run against those of the newest baseline run.
import type { CallOptions } from '../../client/index.ts'
import type { ResultsTest } from '../../schema.ts'
import type { AgentRun, EvaluatorVersions } from '../model.ts'
import type { GateService } from '../service.ts'
import { versionsOf } from './earlier-runs.ts'

/** The run with the edited evaluators of the tests that broke. One read at most; never changes the verdict. */
export async function withEditedEvaluators(
  agentRun: AgentRun,
  service: Pick<GateService, 'getRun'>,
  options: CallOptions,
): Promise<AgentRun> {
  const { run, baseline } = agentRun
  const newest = baseline?.earlier[0]
  if (!newest?.run.taskId || !run?.tests.some(broke)) return agentRun
  const versions = newest.evaluators ?? (await readVersions(newest.run.taskId, service, options))
  const tests = run.tests.map((test) =>
    broke(test) ? { ...test, editedEvaluators: editedSince(test, versions) } : test,
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

function broke({ outcome }: ResultsTest): boolean {
  return outcome === 'broke'
}

function editedSince(
  { evaluators }: ResultsTest,
  versions: EvaluatorVersions,
): ResultsTest['editedEvaluators'] {
  const edited = evaluators.flatMap(({ evaluator, uuid, version }) => {
    const before = versions.get(uuid ?? '')
    return version === null || before === undefined || before === version
      ? []
      : [[uuid, { evaluator, version, before }] as const]
  })
  // A test may use an evaluator several times.
  return [...new Map(edited).values()]
}
