// What did a failing test look like when it last passed? Its reply, its evaluators' versions, and whether it asked the same: from
// the newest run in which it passed.
import { fromServiceTime } from '../../client/core/timestamps.ts'
import { isAccepted } from '../../schema.ts'
import { failuresNotAccepted } from '../accept.ts'
import { hasFailed, type JudgedTest } from '../cause.ts'
import type { AgentRun, EvaluatorVersions, TestRecord } from '../model.ts'
import { type ConversationLimit, withoutText } from '../runs/conversations.ts'
import type { TestRunner } from '../runs/launch.ts'
import { editsOf } from '../same-question.ts'
import type { GateService } from '../service.ts'
import { nameOf } from './keys.ts'
import { type EarlierRows, type HistoryReader, MAX_READS, readRows } from './reads.ts'
import { comparedWithLater, withResults } from './records.ts'

/** With what is kept of what was read. */
export interface PassReader extends HistoryReader {
  readonly service: GateService
  readonly conversations: ConversationLimit
}

/**
 * The run, with what these tests of it were when they last passed. Each earlier run is read once, and ten at most; the records of tests
 * that passed in others stay as they are.
 * @param wanted the IDs of the tests
 */
export async function readWhatPassed(
  agentRun: AgentRun,
  wanted: ReadonlySet<string>,
  reader: PassReader,
): Promise<AgentRun> {
  const { run, baseline } = agentRun
  if (run === null || baseline === null) return agentRun
  const keys = new Set([...baseline.histories.values()].map(({ key }) => key))
  const reads = new Map<string, Promise<EarlierRows | null>>()
  const rowsOf = (taskId: string) => {
    const read = reads.get(taskId)
    if (read !== undefined || reads.size === MAX_READS) return read
    // A read that hangs would take the time for retries.
    const options = () => ({ maxRetries: 1, ...reader.options() })
    reads.set(taskId, readRows(taskId, 'all', { ...reader, options }))
    return reads.get(taskId)
  }
  const withPass = async (test: JudgedTest, record: TestRecord): Promise<TestRecord> => {
    const { results } = record.earlier
    const newest = results.indexOf(true)
    const passedIn = baseline.earlier[newest]
    const rows = passedIn === undefined ? null : await rowsOf(passedIn.run.taskId)
    const name = nameOf(record.key)
    const named = rows?.named(name) ?? []
    const found = named[Number.parseInt(record.key, 10) - 1]
    if (!rows || found?.passed !== true) return record
    // Twins are told apart by their order alone.
    const isUnique = name !== '' && named.length === 1 && !keys.has(`2 ${name}`)
    const edits = isUnique ? editsOf(test, found, agentRun.definitions?.get(test.id)) : []
    if (edits.length > 0) {
      // The name of a test of a file tells what that asks: for that run, somebody had edited it on the service. Another one may have
      // passed since in its form of today.
      const behind =
        test.source === null
          ? comparedWithLater(record, baseline.earlier)
          : withResults(record, results.with(newest, null), baseline.earlier)
      if (behind !== null) return withPass(test, behind)
    }
    const { judge_results: judges, output } = found
    const known = [agentRun.versions ?? new Map(), rows.evaluators]
    const isByOther = (then: EvaluatorVersions = new Map()) =>
      judges?.some(({ evaluator_uuid: uuid }) => isOther(uuid ?? '', then, known)) === true
    const counted = results.map((passed, at) => {
      return passed === false && isByOther(baseline.earlier[at]?.evaluators) ? null : passed
    })
    const { earlier, ...others } = withResults(record, counted, baseline.earlier)
    const shown = keptTexts(edits, output?.response ?? null, reader)
    const lastPassed = earlier.lastPassed && { ...earlier.lastPassed, reply: shown.reply }
    return { ...others, earlier: { ...earlier, lastPassed }, edits: shown.edits, evaluators: rows.evaluators }
  }
  const read = run.tests.map(async (test) => {
    const record = baseline.histories.get(test.id)
    return record && wanted.has(test.id) ? ([[test.id, await withPass(test, record)]] as const) : []
  })
  const histories = new Map([...baseline.histories, ...(await Promise.all(read)).flat()])
  return { ...agentRun, baseline: { ...baseline, histories } }
}

/** Whether the evaluator had a version in that run that neither this job nor the run that passed had. */
function isOther(uuid: string, then: EvaluatorVersions, known: readonly EvaluatorVersions[]): boolean {
  const version = then.get(uuid)
  return version !== undefined && known.every((versions) => version !== (versions.get(uuid) ?? version))
}

/** The reply to another question is no comparison. */
function keptTexts(edits: JudgedTest['edits'], reply: string | null, { service, conversations }: PassReader) {
  const said = reply === null || edits.length > 0 ? null : service.redact(reply)
  const shown = edits.map(({ what, before, now }) => {
    return { what, before: before && service.redact(before), now: now && service.redact(now) }
  })
  const isKept = conversations.keeps(JSON.stringify([said, shown]).length)
  return { reply: isKept ? said : null, edits: isKept ? shown : shown.map(withoutText) }
}

export function isEdited({ edits }: Pick<TestRecord, 'edits'>): boolean {
  return edits.length > 0
}

/** The run whose failing tests say how they, or their evaluators, were edited since they last passed. */
export function withEdits(agentRun: AgentRun): AgentRun {
  const { run, baseline } = agentRun
  if (run === null || baseline === null) return agentRun
  const tests = run.tests.map((test): JudgedTest => {
    const record = baseline.histories.get(test.id)
    if (record === undefined || !hasFailed(test) || isAccepted(test)) return test
    if (test.outcome === 'edited') return { ...test, edits: record.edits }
    const newest = test.outcome === 'broke' ? baseline.earlier[0]?.evaluators : undefined
    return { ...test, editedEvaluators: editedSince(test, record.evaluators ?? newest ?? new Map()) }
  })
  return { ...agentRun, run: { ...run, tests } }
}

function editedSince(
  { evaluators }: JudgedTest,
  versions: EvaluatorVersions,
): JudgedTest['editedEvaluators'] {
  const edited = evaluators.flatMap(({ evaluator, uuid, version }) => {
    const before = versions.get(uuid ?? '')
    const isSame = version === null || before === undefined || before === version
    return isSame ? [] : [[uuid, { evaluator, version, before }] as const]
  })
  // A test may use an evaluator several times.
  return [...new Map(edited).values()]
}

/**
 * The run with when its agent was edited, if that was after a failing test last passed, and before this run. Failures of before are no sign
 * that the test still fails without the change. Only the service's own kind is edited there.
 */
export async function readEditedAt(agentRun: AgentRun, runner: TestRunner): Promise<AgentRun> {
  const { agent, run, baseline } = agentRun
  if (run === null || baseline === null) return agentRun
  const passedAt = failuresNotAccepted(run).flatMap(
    ({ id }) => baseline.histories.get(id)?.earlier.lastPassed?.createdAt ?? [],
  )
  if (passedAt.length === 0) return agentRun
  const read = await runner.readAgent(agent)
  if (!read.ok) return agentRun
  const { type, config, updated_at } = read.value
  const isOwnKind = type !== 'connection' && !config?.['agent_url']
  const time = fromServiceTime(updated_at)?.getTime() ?? Number.NaN
  const isBetween = passedAt.some((passed) => Date.parse(passed) < time) && time <= baseline.startedAt
  if (!isOwnKind || !isBetween) return agentRun
  const tests = run.tests.map((test) => {
    const newestFailed = baseline.earlier[test.earlier?.results.indexOf(false) ?? -1]?.run.createdAt ?? ''
    const isOlder = test.earlier !== null && Date.parse(newestFailed) < time
    return isOlder ? { ...test, earlier: { ...test.earlier, failingSince: null } } : test
  })
  return { ...agentRun, run: { ...run, tests }, editedAt: new Date(time).toISOString() }
}
