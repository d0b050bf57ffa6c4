// `agent-tests agents`: the check before anything else: which agents can be tested, and what the service supports. Launches nothing.
import { fromServiceTime } from '../client/core/timestamps.ts'
import type { AgentListEntry } from '../client/index.ts'
import { evaluationService } from '../evaluation-service.ts'
import { PAGE_SIZE, TEST_RUNS } from '../gate/history/reads.ts'
import { selectAgents, selectionFailed } from '../gate/select/agents.ts'
import { type GateService, type Result, serviceError, statusOf } from '../gate/service.ts'
import { paint } from '../report/text.ts'
import { logText, plainName } from '../report/untrusted-text.ts'
import { counted, dollars, duration } from '../results/format.ts'
import { errorText } from '../results/problems.ts'
import { linePrinter } from './display.ts'
import { EXIT } from './exit.ts'
import { abort, lookupOptions } from './lookup.ts'
import { readOptionsWithoutLinks } from './read-options.ts'
import { canWrite, outputOf, type ReportPaths, writeReportFiles } from './report-files.ts'

const CALL = { timeoutMs: 30_000 }
const REASON_LENGTH = 300

interface ListedAgent {
  readonly name: string
  readonly uuid: string
  /** Whether it can be tested; null if the service does not say. */
  readonly ready: boolean | null
  /** How many tests are linked to it; null if the service does not say. */
  readonly tests: number | null
  /** What keeps its tests from being run, and what to do about it. */
  readonly obstacles: readonly string[]
  /** What its newest run of most of its tests took; null if there is none, or its history cannot be read. Only with `--costs`. */
  readonly lastRun?: LastRun | null
}

/** What a run took and cost, as far as the service says. */
interface LastRun {
  readonly tests: number | null
  /** From its launch, with its time in the queue. */
  readonly durationMs: number | null
  readonly costUsd: number | null
}

interface AgentsOptions extends ReportPaths {
  readonly costs?: boolean
  readonly [input: string]: unknown
}

/** @returns the exit code */
export async function agentsCommand(options: AgentsOptions): Promise<number> {
  const inputs = readOptionsWithoutLinks(options)
  if (inputs === null || !canWrite(options, [])) return EXIT.usage

  const call = lookupOptions(inputs)
  const service = evaluationService(inputs)
  const list = await service.agents.list(call)
  if (!list.ok) return abort(selectionFailed(list.error, call))
  const listed = { agents: { ...service.agents, list: async () => list } }
  const selection = await selectAgents({ agents: inputs.agents, control: [], override: [] }, listed, call)
  if ('kind' in selection) return abort(selection)
  const selected = new Set(selection.map(({ agent }) => agent.uuid))
  const entries = list.value.filter(({ uuid }) => selected.has(uuid))
  const agents = await Promise.all(
    entries.map(async (entry) => ({
      ...(await listedAgents(entry, service)),
      ...(options.costs && { lastRun: await lastRunOf(entry, service) }),
    })),
  )
  const tried = agents.find(({ ready }) => ready) ?? agents.find(({ ready }) => ready === null) ?? agents[0]
  const supported = tried === undefined ? [] : await supportLines(tried, service)
  linePrinter(outputOf(options))([
    `${counted(agents.length, 'agent')} of the workspace of this key`,
    ...agents.map(agentLine),
    ...supported,
  ])
  const json = () => [`${JSON.stringify({ agents }, null, 2)}\n`]
  writeReportFiles(options, { json })
  return EXIT.passed
}

async function listedAgents(
  { name, uuid, type, connection_verified: verified }: AgentListEntry,
  service: Pick<GateService, 'agents'>,
): Promise<ListedAgent> {
  const read = await service.agents.listTests(uuid, CALL)
  const tests = read.ok ? (read.value.total ?? read.value.items.length) : null
  const obstacles = [
    ...(verified === false ? ['its connection is not verified: verify it in the web application'] : []),
    ...(tests === 0
      ? ['no tests are linked to it: link some in the web application, or run files of tests with --tests']
      : []),
    ...(!read.ok && statusOf(read.error) === 403
      ? ['its tests cannot be read (HTTP 403): it may be in another workspace']
      : []),
  ]
  return {
    name: name ?? '',
    uuid,
    // The service's own agents have no connection.
    ready: obstacles.length > 0 ? false : (verified ?? (type === 'agent' || null)),
    tests,
    obstacles,
  }
}

async function lastRunOf(
  { uuid }: AgentListEntry,
  service: Pick<GateService, 'runs'>,
): Promise<LastRun | null> {
  const history = await service.runs.list(uuid, { ...CALL, ...TEST_RUNS, status: 'done', limit: PAGE_SIZE })
  const runs = history.ok ? history.value.items : []
  // Retries are runs of a few tests.
  const most = Math.max(...runs.map(({ total_tests }) => total_tests ?? 0))
  const run = runs.find(({ total_tests }) => 2 * (total_tests ?? 0) > most) ?? runs[0]
  if (run === undefined) return null
  const { total_tests: tests = null, cost, created_at, updated_at } = run
  const [launched, ended] = [created_at, updated_at].map((time) => fromServiceTime(time)?.getTime())
  const mean = cost?.mean ?? null
  return {
    tests,
    durationMs: launched === undefined || ended === undefined ? null : ended - launched,
    costUsd: tests === null || mean === null ? null : Number((tests * mean).toFixed(9)),
  }
}

function agentLine(agent: ListedAgent): string {
  const tests = [
    ...(agent.tests === null ? [] : [counted(agent.tests, 'test')]),
    ...(agent.lastRun === undefined ? [] : [lastRunText(agent.lastRun)]),
  ]
  if (agent.obstacles.length > 0)
    return `${paint('yellow', '!')} ${plainName(agent)}: not ready, because ${agent.obstacles.join('; ')}`
  const state = agent.ready === null ? 'the service does not say whether it is ready' : 'ready'
  const sign = agent.ready === null ? '-' : paint('green', '✓')
  return `${sign} ${plainName(agent)}: ${[state, ...tests].join(', ')}`
}

/** `last run: 8 tests, 3m, $0.04` */
function lastRunText(run: LastRun | null): string {
  if (run === null) return 'last run: none found'
  const { tests, durationMs, costUsd } = run
  const known = [
    tests === null ? [] : counted(tests, 'test'),
    durationMs === null ? [] : duration(durationMs),
    costUsd === null ? 'cost unknown' : dollars(costUsd),
  ]
  return `last run: ${known.flat().join(', ')}`
}

/** What the service answers about one agent, a line for each of the requests that other commands need. */
async function supportLines(agent: ListedAgent, service: GateService): Promise<string[]> {
  const { uuid } = agent
  const [record, tests, evaluators, history] = await Promise.all([
    service.agents.get(uuid, CALL),
    service.agents.listTests(uuid, CALL),
    service.evaluators.list(CALL),
    service.runs.list(uuid, { ...CALL, ...TEST_RUNS, limit: 1 }),
  ])
  const newest = history.ok ? history.value.items[0] : undefined
  const run = newest && (await service.runs.get(newest.uuid, { ...CALL, compact: true }))
  const whyNoRun = history.ok ? 'there is none yet' : 'not known, because its run history cannot be read'
  return [
    `What this service supports, tried with ${plainName(agent)}:`,
    line('the configuration of the agent', record, '`--override` does not work'),
    ...(record.ok
      ? ['- whether it can be changed is not tried: `--override` needs that, and no other option']
      : []),
    line('its linked tests', tests, 'this command cannot say which agents have tests'),
    line('the evaluators', evaluators, '`--tests` does not work'),
    line('its run history', history, '`gate-if-worse` needs `--control`'),
    run === undefined
      ? `- its newest run: ${whyNoRun}`
      : line('its newest run', run, 'results may not be readable'),
  ]
}

function line(what: string, read: Result<unknown>, otherwise: string): string {
  if (read.ok) return `${paint('green', '✓')} ${what}: can be read`
  const reason =
    statusOf(read.error) === 404 ? 'not supported (HTTP 404)' : errorText(serviceError(read.error))
  return `${paint('yellow', '!')} ${what}: ${logText(reason, REASON_LENGTH)}, so ${otherwise}`
}
