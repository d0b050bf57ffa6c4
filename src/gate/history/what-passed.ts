// What did a failing test look like when it last passed? Its reply, its evaluators' versions, and whether it asked the same: from
// the runs that were the newest in which failing tests passed, each read once.
import { fromServiceTime } from '../../client/core/timestamps.ts'
import type { CallOptions } from '../../client/index.ts'
import { isAccepted } from '../../schema.ts'
import type { DefinitionRead } from '../../test-files/definition.ts'
import { failuresNotAccepted } from '../accept.ts'
import { hasFailed, type JudgedTest } from '../cause.ts'
import type { AgentRun, Baseline, EvaluatorVersions, TestRecord } from '../model.ts'
import { editsOf, readsOf, versionsOf } from '../question.ts'
import { type ConversationLimit, withoutText } from '../runs/conversations.ts'
import type { TestRunner } from '../runs/launch.ts'
import type { GateService } from '../service.ts'
import { MAX_READS } from './baseline.ts'
import { comparedWithLater, countsIn, nameOf, testKeys } from './records.ts'

/** How earlier runs are read, and what is kept of them. */
export interface HistoryReader {
  readonly service: GateService
  /** Asked for before each request. */
  readonly options: () => CallOptions
  readonly conversations: ConversationLimit
}

/**
 * The run, with what these tests of it were when they last passed. Reads the runs with the most of them, ten at most; the others'
 * records stay as they are.
 * @param wanted the IDs of the tests
 */
export async function readWhatPassed(
  agentRun: AgentRun,
  wanted: ReadonlySet<string>,
  reader: HistoryReader,
): Promise<AgentRun> {
  const { run, baseline } = agentRun
  if (run === null || baseline === null) return agentRun
  const byKey = new Map(run.tests.map((test) => [baseline.histories.get(test.id)?.key ?? '', test]))
  const keys = [...byKey].flatMap(([key, test]) => (wanted.has(test.id) ? key : []))
  const newest = Map.groupBy(keys, (key) => {
    const { results = [] } = baseline.histories.get(byKey.get(key)?.id ?? '') ?? {}
    return baseline.earlier[results.indexOf(true)]
  })
  const reads = [...newest]
    .flatMap(([earlier, of]) => {
      const taskId = earlier?.run.taskId
      return taskId ? [{ taskId, of, age: baseline.earlier.indexOf(earlier) }] : []
    })
    .sort((a, b) => b.of.length - a.of.length || a.age - b.age)
    .slice(0, MAX_READS)
  const found = await Promise.all(
    reads.map(async ({ taskId, of }) => {
      // A read that hangs would take the time for retries.
      const options = { maxRetries: 1, ...reader.options(), only_failed: false }
      const read = await reader.service.runs.get(taskId, options)
      if (!read.ok) return []
      const rows = read.value.results ?? []
      const rowKeys = testKeys(rows)
      const asked = readsOf(new Map(rows.map((each, index) => [`${index}`, each])))
      return of.flatMap((key) => {
        const index = rowKeys.indexOf(key)
        const [row, test] = [rows[index], byKey.get(key)]
        if (row?.passed !== true || test === undefined) return []
        // Twins are told apart by their order alone.
        const isUnique =
          nameOf(key) !== '' && !rowKeys.includes(`2 ${nameOf(key)}`) && !byKey.has(`2 ${nameOf(key)}`)
        const definition = asked(isUnique ? `${index}` : '')
        const reply = row.output?.response ?? null
        const judges = (row.judge_results ?? []).map(({ evaluator_uuid: uuid }) => uuid ?? '')
        const evaluators = versionsOf(read.value)
        return [{ test, definition, reply, judges, evaluators }]
      })
    }),
  )
  const { read, toReadAgain } = withPasses(agentRun, baseline, found.flat(), reader)
  return toReadAgain.size === 0 ? read : readWhatPassed(read, toReadAgain, reader)
}

interface Pass {
  readonly test: JudgedTest
  readonly definition: DefinitionRead
  readonly reply: string | null
  /** The IDs of its evaluators. */
  readonly judges: readonly string[]
  readonly evaluators: EvaluatorVersions
}

function withPasses(
  agentRun: AgentRun,
  baseline: Baseline,
  passes: readonly Pass[],
  { service, conversations }: HistoryReader,
) {
  const { definitions, versions: today } = agentRun
  const { earlier } = baseline
  const asked = readsOf(definitions)
  const histories = new Map(baseline.histories)
  const toReadAgain = new Set<string>()
  for (const { test, definition, reply, judges, evaluators } of passes) {
    const record = histories.get(test.id)
    if (record === undefined || record.lastPassed === null) continue
    const edits = editsOf(test, definition, asked(test.id))
    if (test.source !== null && edits.length > 0) {
      // Its name tells what its file asks: for that run, somebody had edited it on the service.
      const others = record.results.with(record.results.indexOf(true), null)
      histories.set(test.id, { ...record, ...countsIn(earlier, others) })
      toReadAgain.add(test.id)
      continue
    }
    // It may have passed since in its form of today.
    const since = edits.length > 0 ? comparedWithLater(record, earlier) : null
    if (since !== null) {
      histories.set(test.id, { ...since, later: null })
      toReadAgain.add(test.id)
      continue
    }
    // Somebody may have edited an evaluator for a while. One that has been edited since counts.
    const isByOther = (then: EvaluatorVersions = new Map()) =>
      judges.some((uuid) => {
        const version = then.get(uuid)
        const isOf = (known?: EvaluatorVersions) => version === (known?.get(uuid) ?? version)
        return version !== undefined && !isOf(today) && !isOf(evaluators)
      })
    const results = record.results.map((passed, at) => {
      return passed === false && isByOther(earlier[at]?.evaluators) ? null : passed
    })
    const counts = countsIn(earlier, results)
    // The reply to another question is no comparison.
    const said = reply === null || edits.length > 0 ? null : service.redact(reply)
    const shown = edits.map(({ what, before, now }) => {
      return { what, before: before && service.redact(before), now: now && service.redact(now) }
    })
    const texts = [said, ...shown.flatMap(({ before, now }) => [before, now])]
    const isKept = conversations.keeps(texts)
    histories.set(test.id, {
      ...record,
      ...counts,
      lastPassed: { ...record.lastPassed, reply: isKept ? said : null },
      edits: isKept ? shown : shown.map(withoutText),
      evaluators,
    })
  }
  return { read: { ...agentRun, baseline: { ...baseline, histories } }, toReadAgain }
}

export function isEdited({ edits = [] }: Pick<TestRecord, 'edits'>): boolean {
  return edits.length > 0
}

/** The run whose failing tests say how they, or their evaluators, were edited since they last passed. */
export function withEdits(agentRun: AgentRun): AgentRun {
  const { run, baseline } = agentRun
  if (run === null || baseline === null) return agentRun
  const newest = baseline.earlier[0]?.evaluators
  const tests = run.tests.map((test): JudgedTest => {
    if (!hasFailed(test) || isAccepted(test)) return test
    const { edits = [], evaluators } = baseline.histories.get(test.id) ?? {}
    if (test.outcome === 'edited') return { ...test, edits }
    const before = evaluators ?? (test.outcome === 'broke' ? newest : undefined)
    return before === undefined ? test : { ...test, editedEvaluators: editedSince(test, before) }
  })
  return { ...agentRun, run: { ...run, tests } }
}

function editedSince(
  { evaluators }: JudgedTest,
  versions: EvaluatorVersions,
): JudgedTest['editedEvaluators'] {
  const edited = evaluators.flatMap(({ evaluator, uuid, version }) => {
    const before = versions.get(uuid ?? '')
    return version === null || before === undefined || before === version
      ? []
      : [[uuid, { evaluator, version, before }] as const]
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
  const failing = run === null ? [] : failuresNotAccepted(run)
  const passedAt = failing.flatMap(({ id }) => baseline?.histories.get(id)?.lastPassed?.createdAt ?? [])
  if (passedAt.length === 0) return agentRun
  const read = await runner.readAgent(agent)
  if (!read.ok) return agentRun
  const { type, config, updated_at } = read.value
  const isOwnKind = type !== 'connection' && !config?.['agent_url']
  const editedAt = fromServiceTime(updated_at)
  const time = editedAt?.getTime() ?? Number.NaN
  const isBetween = passedAt.some((passed) => Date.parse(passed) < time) && time <= (baseline?.startedAt ?? 0)
  if (run === null || baseline === null || !isOwnKind || !isBetween) return agentRun
  const tests = run.tests.map((test) => {
    const newestFailed = baseline.earlier[test.earlier?.results.indexOf(false) ?? -1]?.run.createdAt ?? ''
    const isOlder = test.earlier !== null && Date.parse(newestFailed) < time
    return isOlder ? { ...test, earlier: { ...test.earlier, failingSince: null } } : test
  })
  return { ...agentRun, run: { ...run, tests }, editedAt: new Date(time).toISOString() }
}
