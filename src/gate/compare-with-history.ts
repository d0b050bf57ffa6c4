// Reads the run history of every agent that came to a verdict, and compares.
import type { CallOptions, EarlierRun } from '../client/index.ts'
import { chooseEarlierRun, compareRuns, comparisonOf } from './comparison.ts'
import type {
  AgentComparison,
  AgentRef,
  AgentResult,
  Comparison,
  RunResult,
  ServiceError,
} from './results.ts'
import { type GateService, type Result, serviceError } from './service.ts'

const COMPARABLE = { type: 'llm-unit-test', status: 'done' } as const
const PAGE = 50
/** A run that lies further back is no measure any more, and a service may send the same page for ever. */
const MOST_PAGES = 20

type HistoryService = Pick<GateService, 'history'>

type Compared =
  | { readonly kind: 'compared'; readonly comparison: AgentComparison }
  | { readonly kind: 'without-history'; readonly agent: AgentRef }
  | { readonly kind: 'unreadable'; readonly agent: AgentRef; readonly error: ServiceError }

/** Agents without a verdict of their own are on neither side. */
export async function compareWithHistory(
  results: readonly AgentResult[],
  service: HistoryService,
  options: CallOptions,
): Promise<Comparison> {
  const finished = results.flatMap((result) =>
    result.outcome === 'passed' || result.outcome === 'failed' ? [result] : [],
  )
  const all = await Promise.all(finished.map(({ agent, run }) => compareAgent(agent, run, service, options)))
  return comparisonOf({
    compared: all.flatMap((each) => (each.kind === 'compared' ? [each.comparison] : [])),
    withoutHistory: all.flatMap((each) => (each.kind === 'without-history' ? [each.agent] : [])),
    unreadable: all.flatMap((each) => (each.kind === 'unreadable' ? [each] : [])),
  })
}

async function compareAgent(
  agent: AgentRef,
  run: RunResult,
  service: HistoryService,
  options: CallOptions,
): Promise<Compared> {
  const current = { taskId: run.taskId, total: run.counts?.total ?? 0 }
  const earlier = await findEarlierRun(agent, current, service, options)
  if (!earlier.ok) return { kind: 'unreadable', agent, error: serviceError(earlier.error) }
  if (earlier.value === null) return { kind: 'without-history', agent }
  return { kind: 'compared', comparison: compareRuns(agent, run, earlier.value) }
}

/** Page after page, newest first, until a run over as many tests as this one: no later page can hold a better one. */
async function findEarlierRun(
  agent: AgentRef,
  current: { readonly taskId: string; readonly total: number },
  service: HistoryService,
  options: CallOptions,
): Promise<Result<EarlierRun | null>> {
  let best: EarlierRun | null = null
  for (let pages = 1, offset = 0; ; pages += 1) {
    const page = await service.history(agent.uuid, { ...options, ...COMPARABLE, limit: PAGE, offset })
    if (!page.ok) return page
    const { items, total } = page.value
    best = chooseEarlierRun(best === null ? items : [best, ...items], current)
    offset += items.length
    const exhausted =
      pages === MOST_PAGES ||
      items.length === 0 ||
      (total === null || total === undefined ? items.length < PAGE : offset >= total)
    if (exhausted || best?.total_tests === current.total) return { ok: true, value: best }
  }
}
