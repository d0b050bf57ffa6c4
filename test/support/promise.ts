// What a job promises, whatever the service answers: no agent is lost, its verdict is one that its agents and tests allow, and no run is
// launched more often than its rounds. One oracle for random jobs of the gate and for the bundle behind faults.
import { LAST_ROUND } from '../../src/gate/control/rule.ts'
import { MAX_ROUNDS } from '../../src/gate/history/rule.ts'
import { MOST_LOST_RETRIES } from '../../src/gate/runs/retries.ts'
import type { Results, ResultsTest } from '../../src/schema.ts'

/** What is true of an agent. */
export interface TrueAgent {
  readonly name: string
  /** Whether each of its tests can pass, and whether one can fail. */
  readonly canPass: boolean
  readonly canFail: boolean
  /** The launches of its first run, in order: whether something refused them, so that they may be repeated. */
  readonly first: readonly { readonly isRefused: boolean }[]
  /** How many runs of its tests followed, without those that repeat what was answered 503. */
  readonly retries: number
}

interface Setting {
  readonly retries: number
  readonly hasControl: boolean
  readonly isListed: boolean
}

/** Each violation as a sentence. */
export function brokenPromises(
  truth: readonly TrueAgent[],
  results: Pick<Results, 'mode' | 'verdict' | 'agents' | 'decision'>,
  setting: Setting,
): string[] {
  const { mode, verdict, agents, decision } = results
  const allowed = allowedVerdicts(results)
  const isTold = decision.endedEarly === null ? allowed.includes(verdict) : verdict !== 'passed'
  return [
    ...(isTold ? [] : [`verdict ${verdict} where agents and tests allow ${allowed.join(' or ')}`]),
    ...truth.flatMap(({ name, first, retries }) => {
      const isRepeated = first.slice(0, -1).some(({ isRefused }) => !isRefused)
      const most = mostRetries(mode, setting)
      return [
        ...(isRepeated || first.length > 3 ? [`${name} was launched ${first.length} times`] : []),
        ...(retries > most ? [`${name} ran again ${retries} times, of ${most}`] : []),
      ]
    }),
    ...agents.flatMap(({ name, outcome }) => {
      const agent = truth.find((each) => each.name === name)
      if (agent === undefined) return [`there is no ${name}`]
      const canBe = {
        passed: agent.canPass,
        failed: agent.canFail,
        skipped: !setting.isListed,
        inconclusive: true,
      }
      return canBe[outcome] ? [] : [`${name} is ${outcome}, which cannot be`]
    }),
  ]
}

/** Mode `gate-if-worse` adds more where it needs them to decide, and counts again. Unanswered tests are run once more. */
function mostRetries(mode: Results['mode'], { hasControl, retries }: Setting): number {
  if (hasControl) return LAST_ROUND - 1
  return (mode === 'gate-if-worse' ? MAX_ROUNDS + 1 : Math.max(1, retries)) + MOST_LOST_RETRIES
}

/**
 * In `gate-if-worse`: failed if a test blocks or too many failed at once; passed only if every agent has a result, and every failing
 * test is one that does not block; also inconclusive if a run history is missing.
 */
function allowedVerdicts({
  mode,
  agents,
  decision: { count, sample },
}: Parameters<typeof brokenPromises>[1]): readonly Results['verdict'][] {
  const outcomes = agents.map(({ outcome }) => outcome)
  const isIncomplete = outcomes.includes('inconclusive') || !/passed|failed/.test(outcomes.join())
  if (mode !== 'gate-if-worse') {
    if (outcomes.includes('failed')) return ['failed']
    return isIncomplete ? ['inconclusive'] : ['passed']
  }
  const tests = agents.flatMap(({ run }) => run?.tests ?? [])
  const failed = tests.filter(failedAtFirst).length
  const tooMany =
    (count?.blocks === true && count.failed <= failed) || (sample?.blocks === true && sample.tests <= failed)
  if (tooMany || tests.some(({ blocks }) => blocks)) return ['failed']
  const isOpen = tests.some(({ undecided }) => undecided !== null)
  return isIncomplete || isOpen ? ['inconclusive'] : ['passed', 'inconclusive']
}

function failedAtFirst({ attempts: [first], failed }: ResultsTest): boolean {
  return first === undefined ? failed : first.status === 'failed'
}
