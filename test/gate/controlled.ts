// Jobs with a control, short to write.
import { becameOf } from '../support/became.ts'
import { runAgents, type Setting } from './gate-harness.ts'
import { type Suite, suite, suiteOf, testNames, uuidOf } from './suites.ts'
import type { AgentResponses } from './test-service.ts'

const SIGNS = { passes: '+', fails: '-', 'has no answer': '?' } as const

/** What becomes of the attempts of a test; the last one stays. */
export const attempts = (...each: readonly (keyof typeof SIGNS)[]) => each.map((one) => SIGNS[one]).join('')

export const names = testNames(20)
export const [first, second] = ['test 1', 'test 2']
export const controls = { preview: 'production' }

/** The outcomes of the control's attempts, of those tests that do not pass them all. */
export const control = (tests: Suite = {}, more: Partial<AgentResponses> = {}) =>
  suite(suiteOf(names, tests), more)

/** 20 tests of which some fail on the candidate. */
export async function compared(
  failing: Suite,
  onControl: AgentResponses = control(),
  setting: Setting = {},
  preview: Partial<AgentResponses> = {},
) {
  const agents = { preview: suite(suiteOf(names, failing), preview), production: onControl }
  const ran = await runAgents(agents, { mode: 'gate-if-worse', controls, ...setting })
  const tests = ran.agents[0]?.run?.tests ?? []
  const shown = tests.flatMap(({ attempts, control, ...test }) =>
    test.failed || attempts.some(({ status }) => status === 'failed')
      ? [
          {
            name: test.name,
            outcome: becameOf({ ...test, attempts, control }),
            attempts: inWords(attempts),
            control: inWords(control?.attempts ?? []),
          },
        ]
      : [],
  )
  const launched = Object.keys(agents).map((agent) => ran.launches(agent).length)
  return { ...ran, status: ran.verdict, shown, tests, launched }
}

/** `failed 1, passed 3`: the statuses of the attempts in their order, each with how many there were in a row. */
function inWords(attempts: readonly { readonly status: string }[]): string {
  const series: { status: string; times: number }[] = []
  for (const { status } of attempts) {
    const last = series.at(-1)
    if (last?.status === status) last.times += 1
    else series.push({ status, times: 1 })
  }
  return series.map(({ status, times }) => `${status} ${times}`).join(', ') || 'not run'
}

export const uuids = (...tests: readonly string[]) => tests.map(uuidOf)
