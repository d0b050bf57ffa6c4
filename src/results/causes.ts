// Why tests have no verdict: whose error it is, a sentence per cause and not per test. Names are untrusted.
import type { ResultsAgent, ResultsTest } from './schema.ts'
import { count, counted } from './units.ts'

const NAMES_SHOWN = 3

interface Unanswered {
  readonly agent: string
  readonly kind: NonNullable<ResultsTest['error']>['kind']
  readonly detail: string | null
}

export function causesOf(agents: readonly ResultsAgent[]): string[] {
  return causes(agents.map(({ name, run }) => ({ name, tests: run?.tests ?? [] })))
}

/** `Support bot could not be reached (HTTP 503)`, `the evaluator of 3 tests could not be reached (HTTP 503)` */
export function causes(
  agents: readonly {
    readonly name: string
    readonly tests: readonly Pick<ResultsTest, 'status' | 'error'>[]
  }[],
): string[] {
  const unanswered = agents.flatMap(({ name, tests }) =>
    tests.flatMap(({ status, error }): Unanswered[] =>
      status !== 'unanswered' || error === null
        ? []
        : [{ agent: name, kind: error.kind, detail: error.detail }],
    ),
  )
  const byCause = Map.groupBy(unanswered, ({ agent, kind, detail }) =>
    // Each agent's tests are its own.
    kind === 'test' ? `${kind} ${detail} ${agent}` : `${kind} ${detail}`,
  )
  return [...byCause.values()].flatMap((same) => sentence(same) ?? [])
}

function sentence(same: readonly Unanswered[]): string | null {
  const [first] = same
  if (first === undefined) return null
  const { kind, agent, detail } = first
  const why = detail === null ? '' : ` (${detail})`
  const agents = [...new Set(same.map((each) => each.agent))]
  switch (kind) {
    case 'agent':
      return `${names(agents)} could not be ${detail?.startsWith('its') ? 'understood' : 'reached'}${why}`
    case 'model':
      return agents.length === 1
        ? `${agent}'s model gave no reply${why}`
        : `the models of ${names(agents)} gave no reply${why}`
    case 'evaluator':
      return `the evaluator of ${counted(same.length, 'test')} could not be reached${why}`
    case 'service':
      return `the evaluation service could not run ${counted(same.length, 'test')}`
    case 'test':
      return `${counted(same.length, 'test')} of ${agent} ${same.length === 1 ? 'is' : 'are'} defective${why}`
    case 'unknown':
      return `${counted(same.length, 'test')} of ${names(agents)} could not be run or evaluated`
    case 'not-run':
    case 'left-out':
      return null
    default:
      return kind satisfies never
  }
}

function names(agents: readonly string[]): string {
  if (agents.length <= NAMES_SHOWN) return agents.join(', ').replace(/, (?=[^,]*$)/, ' and ')
  return `${agents.slice(0, NAMES_SHOWN).join(', ')} and ${count(agents.length - NAMES_SHOWN)} more agents`
}
