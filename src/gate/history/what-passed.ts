// What did a failing test look like when it last passed? Its reply, its evaluators' versions, and whether it asked the same: from
// the runs that were the newest in which failing tests passed, each read once.
import { fromServiceTime } from '../../client/core/timestamps.ts'
import type { CallOptions } from '../../client/index.ts'
import { hasFailed, isAccepted, type ResultsTest } from '../../schema.ts'
import {
  byEvaluatorNames,
  type DefinitionRead,
  definitionOf,
  editsBetween,
  keysOf,
} from '../../test-files/definition.ts'
import { failuresNotAccepted } from '../accept.ts'
import type { AgentRun, Baseline, EvaluatorVersions, TestRecord } from '../model.ts'
import { type ConversationLimit, withoutText } from '../runs/conversations.ts'
import type { GateService } from '../service.ts'
import { MAX_READS, nameOf, testKeys, versionsOf } from './baseline.ts'

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
  const byKey = new Map(testKeys(run.tests).map((key, index) => [key, run.tests[index]]))
  const keys = [...byKey].flatMap(([key, test]) => (test && wanted.has(test.id) ? key : []))
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
      const read = await reader.service.getRun(taskId, options)
      if (!read.ok) return []
      const rows = read.value.results ?? []
      const rowKeys = testKeys(rows)
      const definitions = rows.map((each) => definitionOf(each))
      const told = keysOf(definitions)
      return of.flatMap((key) => {
        const index = rowKeys.indexOf(key)
        const [row, test] = [rows[index], byKey.get(key)]
        if (row?.passed !== true || test === undefined) return []
        // Twins are told apart by their order alone.
        const isUnique =
          nameOf(key) !== '' && !rowKeys.includes(`2 ${nameOf(key)}`) && !byKey.has(`2 ${nameOf(key)}`)
        const definition = isUnique ? (definitions[index] ?? null) : null
        const reply = row.output?.response ?? null
        return [{ test, definition: { definition, keys: told }, reply, evaluators: versionsOf(read.value) }]
      })
    }),
  )
  return withPasses(agentRun, baseline, found.flat(), reader)
}

interface Pass {
  readonly test: ResultsTest
  readonly definition: DefinitionRead
  readonly reply: string | null
  readonly evaluators: EvaluatorVersions
}

function withPasses(
  agentRun: AgentRun,
  baseline: Baseline,
  passes: readonly Pass[],
  { service, conversations }: HistoryReader,
): AgentRun {
  const { definitions = new Map() } = agentRun
  const today = new Map([...definitions].map(([id, row]) => [id, definitionOf(row)]))
  const keys = keysOf(today.values())
  const histories = new Map(baseline.histories)
  for (const { test, definition, reply, evaluators } of passes) {
    const record = histories.get(test.id)
    if (record === undefined || record.lastPassed === null) continue
    const edits = editsOf(test, definition, { definition: today.get(test.id) ?? null, keys })
    // The reply to another question is no comparison.
    const said = reply === null || edits.length > 0 ? null : service.redact(reply)
    const shown = edits.map(({ what, before, now }) => {
      return { what, before: before && service.redact(before), now: now && service.redact(now) }
    })
    const texts = [said, ...shown.flatMap(({ before, now }) => [before, now])]
    const isKept = conversations.keeps(texts)
    histories.set(test.id, {
      ...record,
      lastPassed: { ...record.lastPassed, reply: isKept ? said : null },
      edits: isKept ? shown : shown.map(withoutText),
      evaluators,
    })
  }
  return { ...agentRun, baseline: { ...baseline, histories } }
}

/** Files name their evaluators, so that one of the same name is the same. Linked tests use them by ID. */
function editsOf({ source }: ResultsTest, before: DefinitionRead, now: DefinitionRead): ResultsTest['edits'] {
  if (source === null) return editsBetween(before, now)
  const named = ({ definition, keys }: DefinitionRead): DefinitionRead => {
    return { definition: definition && byEvaluatorNames(definition), keys }
  }
  return editsBetween(named(before), named(now))
}

export function isEdited({ edits = [] }: Pick<TestRecord, 'edits'>): boolean {
  return edits.length > 0
}

/** The run whose failing tests say how they, or their evaluators, were edited since they last passed. */
export function withEdits(agentRun: AgentRun): AgentRun {
  const { run, baseline } = agentRun
  if (run === null || baseline === null) return agentRun
  const newest = baseline.earlier[0]?.evaluators
  const tests = run.tests.map((test): ResultsTest => {
    if (!hasFailed(test) || isAccepted(test)) return test
    const { edits = [], evaluators } = baseline.histories.get(test.id) ?? {}
    if (test.outcome === 'edited') return { ...test, edits }
    const before = evaluators ?? (test.outcome === 'broke' ? newest : undefined)
    return before === undefined ? test : { ...test, editedEvaluators: editedSince(test, before) }
  })
  return { ...agentRun, run: { ...run, tests } }
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

/** The run with when its agent was edited, if that was after a failing test last passed. Only the service's own kind is edited there. */
export async function readEditedAt(
  agentRun: AgentRun,
  { service, options }: HistoryReader,
): Promise<AgentRun> {
  const { agent, run, baseline } = agentRun
  const failing = run === null ? [] : failuresNotAccepted(run)
  const passedAt = failing.flatMap(({ id }) => baseline?.histories.get(id)?.lastPassed?.createdAt ?? [])
  if (passedAt.length === 0) return agentRun
  const read = await service.getAgent(agent.uuid, options())
  if (!read.ok) return agentRun
  const { type, config, updated_at } = read.value
  const isOwnKind = type !== 'connection' && !config?.['agent_url']
  const editedAt = fromServiceTime(updated_at)
  const isAfter = editedAt && passedAt.some((time) => Date.parse(time) < editedAt.getTime())
  return isOwnKind && isAfter ? { ...agentRun, editedAt: editedAt.toISOString() } : agentRun
}
