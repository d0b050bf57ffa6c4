// What must hold under every fault plan; returns each violation as a sentence.
import { stripVTControlCharacters } from 'node:util'
import type { Results, ResultsTest } from '../../../src/schema.ts'
import { brokenPromises, type TrueAgent } from '../../support/promise.ts'
import { everythingWritten } from '../everything-written.ts'
import { BROKEN } from '../flaky-agent.ts'
import type { FaultPlan } from './fault-plan.ts'
import { hastyLaunches, launchesOf } from './launch-rule.ts'
import type { PlanResult, StartedRun } from './run-plan.ts'
import { groundlessAttempts, groundlessTests, testsShown } from './test-evidence.ts'

type Rule = (plan: FaultPlan, result: PlanResult, results: Results) => string[]

export function brokenRules(plan: FaultPlan, result: PlanResult): string[] {
  const results = resultsOf(result)
  if (results === null) return ['there is no results file']
  return [
    ending,
    outputs,
    promises,
    evidence,
    runOnceMore,
    controlRule,
    oneOutcomeEach,
    hastyLaunches,
    secrecy,
    reports,
    recovery,
    sameQuestion,
    executedTests,
  ].flatMap((rule) => rule(plan, result, results))
}

function resultsOf({ step }: PlanResult): Results | null {
  const text = step.files.find((file) => file.startsWith('{"version"'))
  return text === undefined ? null : (JSON.parse(text) as Results)
}

const ending: Rule = ({ mode }, { step, stuck }) => {
  const verdict = step.outputs['verdict'] ?? ''
  const expected = mode === 'report' || verdict === 'passed' ? 0 : 1
  return [
    ...(stuck ? ['the process did not end'] : []),
    ...(step.exitCode === expected
      ? []
      : [`exit code ${step.exitCode} with verdict "${verdict}" in mode ${mode}`]),
    ...(/of agent-tests itself|Internal error/.test(step.raw) ? ['an internal error'] : []),
  ]
}

const outputs: Rule = (_plan, { step }, results) => {
  const { verdict, totals } = results
  const counts = Object.entries(totals).filter(([name, count]) => step.outputs[name] !== String(count))
  return [
    ...(step.outputs['verdict'] === verdict ? [] : ['the output verdict is not the results file’s']),
    ...counts.map(([name, count]) => `the output ${name} is "${step.outputs[name]}", the file says ${count}`),
    ...(totals.passed + totals.failed <= totals.total ? [] : ['more verdicts than tests']),
  ]
}

/** An agent that passed or failed ran, and its scenario says the same. */
const promises: Rule = (plan, result, results) => {
  const truth = plan.agents.map((agent): TrueAgent => {
    const { name, scenario, uuid } = agent
    const { rate, rates, breaks } = agent.flakiness ?? {}
    const isSteady = rate === 0 && rates === undefined && breaks === undefined
    const passes = ['all-pass', 'odd-measures', 'flaky'].includes(scenario)
    const fails =
      ['one-fails', 'two-fail', 'tool-call-failure', 'rating', 'mixed', 'conversations'].includes(scenario) ||
      (scenario === 'flaky' && !isSteady)
    const ran = result.started.has(uuid)
    const launches = launchesOf(uuid, result)
    return { name, canPass: passes && breaks === undefined && ran, canFail: fails && ran, ...launches }
  })
  const { retries, control, named } = plan
  return brokenPromises(truth, results, { retries, hasControl: control !== null, isListed: named })
}

/** Each test has the result that answers about its own runs give. */
const evidence: Rule = (_plan, { started, answers }, { agents, mode }) =>
  agents.flatMap(({ name, uuid, run }) => {
    const runs = (started.get(uuid) ?? []).map(({ taskId }) => taskId)
    const ofAgent = new Map(runs.map((taskId) => [taskId, answers.get(taskId) ?? []]))
    return groundlessTests(run, ofAgent, mode).map((text) => `${name}: ${text}`)
  })

/** An unanswered test was run again, or it is said why not. */
const runOnceMore: Rule = (_plan, _result, results) =>
  !endedEarly(results)
    ? results.agents.flatMap(({ name, problem, run }) =>
        (problem?.kind === 'unfinished-tests' ? (run?.tests ?? []) : []).flatMap((test) =>
          test.cause === 'no-result' &&
          test.error?.kind !== 'not-run' &&
          test.error?.message !== 'Its details could not be read.' &&
          test.attempts.length < 2 &&
          test.whyNotRunAgain === null
            ? [`${name}: "${test.name}" is unanswered, and was not run again`]
            : [],
        ),
      )
    : []

/** Answers say what the control's attempts came to, and the class of each test follows from both. */
const controlRule: Rule = ({ control, agents: [candidate] }, { started, answers, journal }, results) => {
  if (control === null || candidate === undefined) return []
  const tests = results.agents.flatMap(({ run }) => run?.tests ?? [])
  const runs = (started.get(control.uuid) ?? []).map(({ taskId }) => taskId)
  const ofControl = new Map(runs.map((taskId) => [taskId, answers.get(taskId) ?? []]))
  // A gateway that answers 503 may have passed the launch on, so that a round has two runs.
  const repeated = journal.filter(({ kind, path, fault }) => {
    return kind === 'launch' && path.includes(candidate.uuid) && fault?.kind === 'answer'
  })
  const silent = silentRuns(started.get(candidate.uuid) ?? [], tests)
  const whole = tests.flatMap((test) => [
    ...groundlessAttempts(test, test.control?.attempts ?? [], ofControl),
    ...(isAsClassified(test) ? [] : [`"${test.name}" is not ${test.cause}`]),
    ...((test.cause === 'undecided') === (test.undecided !== null)
      ? []
      : [`"${test.name}" is ${test.cause}, because ${test.undecided?.why}`]),
  ])
  return silent <= 3 + repeated.length ? whole : [...whole, `it ran ${silent} times without an answer`]
}

/** The most runs of retries in a row that answered nothing. */
function silentRuns(runs: readonly StartedRun[], tests: readonly ResultsTest[]): number {
  const attempts = tests.flatMap((test) => test.attempts)
  const answered = new Set(
    attempts.flatMap(({ taskId, status }) => (status === 'passed' || status === 'failed' ? taskId : [])),
  )
  const series = runs.slice(1).reduce<readonly number[]>(
    ([now = 0, ...before], { taskId }) => {
      return answered.has(taskId) ? [0, now, ...before] : [now + 1, ...before]
    },
    [0],
  )
  return Math.max(...series)
}

/** Attempts on the control are those of rounds in which the candidate answered. */
function isAsClassified({ attempts, control, cause }: ResultsTest): boolean {
  const having = (all: readonly { status: string }[], wanted: string) =>
    all.filter((each) => each.status === wanted).length
  const onControl = control?.attempts ?? []
  if (having(attempts, 'passed') > 0) return cause === 'passed'
  const passedMore = having(onControl, 'passed') - having(onControl, 'failed')
  if (cause === 'yours') return passedMore >= 3
  if (cause === 'older' || cause === 'unsteady') return passedMore < 0
  if (cause === 'passed') return attempts.length === 0
  return cause === 'undecided' || cause === 'no-result'
}

function endedEarly({ decision }: Results): boolean {
  return decision.endedEarly !== null
}

const SIGNS = ['✓', '✗', '?', '-'] as const

/** In the results file, in the log, and in the summary's table. */
const oneOutcomeEach: Rule = (plan, { step }, results) => {
  const { agents } = results
  if (agents.length === 0) return endedEarly(results) ? [] : ['no agents, and the job did not end early']
  const lines = step.lines.map(stripVTControlCharacters)
  const rows = step.summary.split('\n').filter((line) => line.startsWith('|'))
  return plan.agents.flatMap(({ name }) => {
    const inFile = agents.filter((agent) => agent.name === name)
    // If none of its failures blocks, it starts with `!`, as lines of polls that failed do.
    const signs = SIGNS.map((sign) => `${sign} ${name}: `)
    const starts = [...signs, `! ${name}: failed, `, `· ${name}: to be compared, `]
    const isInLog = lines.some((line) => starts.some((start) => line.startsWith(start)))
    const inTable = rows.filter((row) => row.includes(`[${name}](`) || row.includes(`;${name} |`)).length
    return [
      ...(inFile.length === 1 ? [] : [`${name} appears ${inFile.length} times in the results file`]),
      ...(isInLog ? [] : [`${name} has no result in the log`]),
      ...(inTable === 1 ? [] : [`${name} appears ${inTable} times in the summary's table`]),
    ]
  })
}

const secrecy: Rule = ({ apiKey }, { step, comments }) => {
  const written = everythingWritten(step, { comments: () => [...comments] })
  return written.includes(apiKey) ? ['the key was written'] : []
}

/** Outputs, summary and comment are always written. */
const reports: Rule = ({ onPullRequest }, { comments, step }) => {
  const expected = onPullRequest ? 1 : 0
  const missing = ['total', 'passed', 'failed', 'verdict', 'results-file', 'junit-file'].filter(
    (name) => (step.outputs[name] ?? '') === '',
  )
  return [
    ...(comments.length === expected ? [] : [`${comments.length} comments`]),
    ...missing.map((name) => `no output ${name}`),
    ...(step.summary === '' ? ['no summary'] : []),
  ]
}

/** Recoverable faults do not change the result. */
const recovery: Rule = ({ profile, agents }, { step }) => {
  if (profile !== 'recoverable') return []
  const failing = { 'one-fails': 1, 'two-fail': 2 }
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
  const total = sum(agents.map(({ parameters }) => parameters?.tests ?? 0))
  const failed = sum(agents.map(({ scenario }) => (scenario in failing ? Reflect.get(failing, scenario) : 0)))
  const expected = { total, passed: total - failed, failed, verdict: failed > 0 ? 'failed' : 'passed' }
  return Object.entries(expected).flatMap(([name, value]) =>
    step.outputs[name] === String(value)
      ? []
      : [`recoverable faults changed the output ${name}: "${step.outputs[name]}" instead of "${value}"`],
  )
}

/** In the answers of which no fault has changed anything. */
const isIntact = ({ profile }: FaultPlan, { journal }: PlanResult) =>
  profile === 'recoverable' || journal.every(({ fault }) => fault?.kind !== 'rewrite')

/** No attempt counts that asked something else than the first, or was judged by another version. */
const sameQuestion: Rule = (plan, result, { agents }) => {
  const { edit } = plan
  if (edit === null || !isIntact(plan, result)) return []
  const after = new Set(
    [...result.started.values()].flat().flatMap((run) => (run.isAfterEdit ? run.taskId : [])),
  )
  const tests = agents.flatMap(({ run }) => run?.tests ?? [])
  const concerned = tests.filter(({ name, evaluators }) =>
    edit.what === 'test' ? name === BROKEN : evaluators.some(({ evaluator }) => evaluator === 'Correctness'),
  )
  return concerned.flatMap(({ name, attempts, control }) =>
    [...attempts, ...(control?.attempts ?? [])].flatMap(({ taskId, status }) =>
      after.has(taskId ?? '') && (status === 'passed' || status === 'failed')
        ? [`"${name}" ${status} in run ${taskId}, after somebody made another ${edit.what}`]
        : [],
    ),
  )
}

/** All tests count of launches whose answers arrived: those that were named, or that answers about the run show. */
const executedTests: Rule = (plan, result) => {
  if (!isIntact(plan, result)) return []
  const { started, answers, launchAnswers, step } = result
  const launched = [...started.values()]
    .flat()
    .filter(({ taskId }) => launchAnswers.some((answer) => answer.includes(taskId)))
    .map(({ taskId, named }) => named ?? Math.max(0, ...(answers.get(taskId) ?? []).map(testsShown)))
    .reduce((sum, tests) => sum + tests, 0)
  const told = step.outputs['executed-tests']
  return told === String(launched) ? [] : [`${told} executed tests, but ${launched} were launched`]
}
