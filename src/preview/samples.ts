// Builders of results for the preview's scenarios: whole records from the few fields that a scenario cares about.
import { createHash } from 'node:crypto'
import type {
  AgentComparison,
  AgentResult,
  Comparison,
  Counts,
  Fault,
  GateOutcome,
  JudgeVerdict,
  PassRate,
  Problem,
  RunReport,
  Stop,
  TestReport,
} from '../gate/results.ts'
import { verdictOf } from '../gate/verdict.ts'

export function test(name: string, fields: Partial<TestReport> = {}): TestReport {
  return {
    id: `case-${shortHash(name)}`,
    name,
    status: 'failed',
    reasoning: null,
    reply: null,
    toolCalls: [],
    judges: [],
    latencyMs: null,
    cost: null,
    ...fields,
  }
}

export function binary(evaluator: string, match: boolean, reasoning: string | null = null): JudgeVerdict {
  const valueName = match ? 'Pass' : 'Fail'
  return { evaluator, match, score: null, scaleMin: null, scaleMax: null, valueName, reasoning }
}

export function rating(
  evaluator: string,
  score: number,
  valueName: string | null,
  reasoning: string | null = null,
): JudgeVerdict {
  return { evaluator, match: null, score, scaleMin: 1, scaleMax: 5, valueName, reasoning }
}

export function counts(total: number, failed: number, withoutVerdict = 0): Counts {
  return { total, passed: total - failed - withoutVerdict, failed }
}

export function run(seed: string, fields: Partial<RunReport> = {}): RunReport {
  return {
    taskId: uuid(`run of ${seed}`),
    status: 'done',
    counts: null,
    plannedTests: fields.counts?.total ?? null,
    tests: [],
    detailsFault: null,
    p95LatencyMs: null,
    meanCostUsd: null,
    meanTokens: null,
    shareToken: null,
    durationMs: 40_000,
    ...fields,
  }
}

export function passed(name: string, total: number, fields: Partial<RunReport> = {}): AgentResult {
  return { outcome: 'passed', agent: agent(name), run: run(name, { counts: counts(total, 0), ...fields }) }
}

export function failed(
  name: string,
  total: number,
  tests: readonly TestReport[],
  fields: Partial<RunReport> = {},
): AgentResult & { outcome: 'failed' } {
  const failing = tests.filter(({ status }) => status === 'failed').length
  const unfinished = tests.filter(({ status }) => status !== 'failed' && status !== 'passed').length
  const report = run(name, { counts: counts(total, failing, unfinished), tests, ...fields })
  return { outcome: 'failed', agent: agent(name), run: report }
}

export function inconclusive(name: string, problem: Problem, report: RunReport | null = null): AgentResult {
  return { outcome: 'inconclusive', agent: agent(name), run: report, problem }
}

export function skipped(name: string, reason: string): AgentResult {
  return { outcome: 'skipped', agent: agent(name), run: null, reason }
}

export function httpFault(status: number, reason: string, path = '/agents/resolve'): Fault {
  const message = `POST https://api.example.com${path}: HTTP ${status}: ${reason}`
  return { kind: 'http', message, reason, status, code: null }
}

type Changes = Pick<AgentComparison, 'newlyFailing' | 'fixed' | 'added' | 'removed'>

/** An agent's run against an earlier one with those counts. */
export function comparedWith(
  { agent, run }: AgentResult,
  before: PassRate,
  changes: Partial<Changes> = {},
): AgentComparison {
  const { passed = 0, total = 0 } = run?.counts ?? {}
  return {
    agent,
    earlierTaskId: uuid(`earlier run of ${agent.name}`),
    now: { passed, total },
    before,
    newlyFailing: [],
    fixed: [],
    added: [],
    removed: [],
    ...changes,
  }
}

export function outcome(
  results: readonly AgentResult[],
  durationMs: number,
  stop: Stop | null = null,
  comparison: Comparison | null = null,
): GateOutcome {
  return { verdict: verdictOf(results, stop, comparison), results, stop, comparison, durationMs }
}

function agent(name: string) {
  return { uuid: uuid(`agent ${name}`), name }
}

function shortHash(seed: string): string {
  return createHash('sha256').update(seed.toWellFormed()).digest('hex').slice(0, 8)
}

function uuid(seed: string): string {
  const hex = createHash('sha256').update(seed.toWellFormed()).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}
