// Reads the baseline of an agent whose tests are a, b, c and d.
import type { EarlierRun, EarlierRunPage, ListRunsOptions } from '../../src/client/index.ts'
import { readBaseline } from '../../src/gate/baseline.ts'
import type { GateService } from '../../src/gate/service.ts'
import { ok } from './responses.ts'

export const agent = { uuid: 'ada', name: 'Ada' }
const cutOff = Date.UTC(2026, 10, 21)
const HOUR_MS = 3_600_000
export const options = { signal: new AbortController().signal, timeoutMs: 60_000 }
export const passed = (...names: string[]) => names.map((name) => ({ name, passed: true }))
export const abcd = passed('a', 'b', 'c', 'd')

export type History = GateService['history']

const tests = abcd.map(({ name }) => ({ name, status: 'passed' as const }))

export const pagesOf =
  (runs: readonly EarlierRun[], change: (page: EarlierRunPage) => EarlierRunPage = (page) => page): History =>
  async (_, { offset = 0, limit = 20 }) =>
    ok(change({ items: structuredClone(runs.slice(offset, offset + limit)), total: runs.length }))

export function read(given: readonly EarlierRun[] | History, ownRuns: readonly string[] = []) {
  const asked: ListRunsOptions[] = []
  const history = typeof given === 'function' ? given : pagesOf(given)
  const recorded: History = (uuid, query) => {
    asked.push(query)
    return history(uuid, query)
  }
  const plan = { agent, tests, now: cutOff + HOUR_MS, cutOff, ownRuns: new Set(ownRuns) }
  return readBaseline(plan, { history: recorded }, () => options).then((baseline) => ({
    ...baseline,
    ids: baseline.runs.map(({ taskId }) => taskId),
    asked,
  }))
}
