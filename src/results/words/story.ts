// The first lines of every report: whether to merge, whose fault it is, and what to do next.
import { DEFAULT_TITLE, type Results, type Story, type TestGroup } from '../../schema.ts'
import { count, counted, grouped, ofAgents, testedAgents } from '../units.ts'
import { blameLine } from './blame.ts'
import { groups } from './groups.ts'
import { remedyText } from './remedies.ts'
import { agentNames, code, few, joined, plain, type Sentence, say } from './sentence.ts'
import { namesOf, shortProblems } from './shared-problems.ts'

export interface Headline {
  readonly sign: '✅' | '❌' | '⚠️' | 'ℹ️'
  /** Null if it is the usual one. */
  readonly title: string | null
  /** Such as `Do not merge`. */
  readonly advice: string
  /** Such as `"Refuses a refund after 30 days" broke`. */
  readonly facts: Sentence
}

const advices = {
  merge: { sign: '✅', advice: 'Good to merge' },
  care: { sign: '⚠️', advice: 'Merge with care' },
  wait: { sign: '⚠️', advice: 'Do not merge yet' },
  stop: { sign: '❌', advice: 'Do not merge' },
  report: { sign: 'ℹ️', advice: 'Report only' },
} as const

export function headline(results: Results): Headline {
  const { story, mode, title } = results
  const { advice, what } = story.verdict
  return {
    ...advices[mode === 'report' ? 'report' : advice],
    title: title === DEFAULT_TITLE ? null : title,
    facts: say`${whatText(results, what)}${alsoText(results, what)}`,
  }
}

type What = Story['verdict']['what']

function whatText(results: Results, what: What): Sentence {
  switch (what.kind) {
    case 'tests':
      return testsText(results, what)
    case 'problems':
      return shortProblems(results)
    case 'passed':
      return [passedText(results)]
    case 'nothing':
      return ['no agent was tested']
    default:
      return what satisfies never
  }
}

/** Of two tests: both fit into a headline of one line. */
const NAMES_LENGTH = 40

/** `"A" broke in 3 agents`, `5 of 40 tests broke in Support bot` */
function testsText(results: Results, what: Extract<What, { kind: 'tests' }>): Sentence {
  const { named, group, tests, agents } = what
  const did = groups[group].label
  if (named.length > 0) {
    const names = named.map(({ agent, test: id }) => {
      const test = results.agents[agent]?.run?.tests.find((each) => each.id === id)
      return test?.name ?? id
    })
    const most = names.join('').length > NAMES_LENGTH ? 1 : names.length
    const where = names.length === 1 && tests > 1 ? ` in ${counted(agents.length, 'agent')}` : ''
    const texts = few(names, most, (text): Sentence => ['"', { kind: 'test', text }, '"'])
    return say`${joined(texts)} ${did}${where}`
  }
  const all = testedAgents(results)
  const where =
    all === 1
      ? ''
      : agents.length === 1
        ? say` in ${agentNames(namesOf(results, agents))}`
        : ` in ${ofAgents(agents.length, all)}`
  return say`${tests} of ${counted(results.totals.total, 'test')} ${did}${where}`
}

/** `all 50 tests passed in 3 agents, 1 only on retry` */
function passedText(results: Results): string {
  const { passed, total, flaky } = results.totals
  const agents = testedAgents(results)
  const accepted = testsIn(results, 'accepted')
  const tests =
    total === 1 && passed === 1
      ? '1 test'
      : `${passed === total ? 'all' : `${count(passed)} of`} ${counted(total, 'test')}`
  const parts = [
    flaky > 0 && `${count(flaky)} only on retry`,
    accepted > 0 && `${count(accepted)} accepted`,
  ].filter(Boolean)
  return [`${tests} passed${agents === 1 ? '' : ` in ${counted(agents, 'agent')}`}`, ...parts].join(', ')
}

function testsIn({ agents }: Results, group: TestGroup): number {
  return agents.flatMap(({ run }) => run?.tests ?? []).filter((test) => test.group === group).length
}

/** What the headline counts beside what it says. */
function alsoText(results: Results, { kind }: What): string {
  const unjudged = testsIn(results, 'undetermined')
  const [without, silent, skipped] = withoutResult(results)
  const parts =
    kind === 'problems' ? [unjudged > 0 && `${counted(unjudged, 'test')} failed`] : [without, silent]
  return [...parts, skipped].map((part) => (part ? `; ${part}` : '')).join('')
}

/** Tests and agents without a result, as far as there are any. */
function withoutResult({ totals, agentTotals, agents }: Results) {
  const tests = totals.total - totals.passed - totals.failed
  const silent = agents.filter(({ outcome, run }) => outcome !== 'skipped' && !run?.tests.length).length
  return [
    tests > 0 && `${count(tests)} without a result`,
    silent > 0 && `${counted(silent, 'agent')} inconclusive`,
    agentTotals.skipped > 0 && `${counted(agentTotals.skipped, 'agent')} skipped`,
  ] as const
}

/** `Tested with this pull request's `system_prompt` (prompts/support-bot.md).`: a line per set of keys. */
export function testedWith({ agents, headSha, pullRequest }: Results): readonly Sentence[] {
  const overridden = agents.flatMap(({ name, override, run }) => {
    const hasTested = run?.tests.some(({ status }) => ['passed', 'flaky', 'failed'].includes(status))
    return override === null || hasTested !== true ? [] : [{ name, ...override }]
  })
  const sets = grouped(overridden, ({ keys }) => JSON.stringify(keys))
  // On the command line, the files need not be of any commit.
  const ofCommit = headSha === null ? 'the changed' : "this commit's"
  const whose = pullRequest === null ? ofCommit : "this pull request's"
  return sets.map((same) => {
    const keys = same[0].keys.map(({ key, file }) =>
      file === null ? say`${code(key)}` : say`${code(key)} (${{ kind: 'said', text: file }})`,
    )
    const of = sets.length === 1 ? [] : say`${agentNames(same.map(({ name }) => name))}: `
    return say`${of}Tested with ${whose} ${joined(keys)}.`
  })
}

const links = { run: 'Open run', runs: 'Open the runs', workflow: 'Re-run', tests: 'Open the tests' } as const

/** A sentence per step, the most important first: `fix Support bot. …`; its link is the last piece. Empty if all is green. */
export function nextLines(results: Results): readonly Sentence[] {
  return results.story.next.map(({ kind, agents, ofControl, url, place }) => {
    const controls = agents.flatMap((at) => results.agents[at]?.control?.name ?? [])
    const names = ofControl ? [...new Set(controls)] : namesOf(results, agents)
    const text = remedyText(kind, agentNames(names))
    return url === null || place === null ? text : say`${text} ${{ kind: 'link', text: links[place], url }}`
  })
}

/** `38 of 39 tests passed in 3 agents · 1 flaky test · 1 agent skipped` */
export function totalsText(results: Results): string {
  const { total, passed, failed, flaky } = results.totals
  const agents = results.agents.filter(({ run }) => run?.tests.length).length
  const [without, silent, skipped] = withoutResult(results)
  const parts = [
    `${count(passed)} of ${counted(total, 'test')} passed${agents === 1 ? '' : ` in ${counted(agents, 'agent')}`}`,
    failed > 0 && `${count(failed)} failed`,
    without,
    flaky > 0 && `${count(flaky)} flaky`,
    silent,
    skipped,
  ]
  return parts.filter(Boolean).join(' · ')
}

/** The same lines as text. */
export function storyText(results: Results): readonly string[] {
  const { sign, title, advice, facts } = headline(results)
  const blame = blameLine(results)
  const next = nextLines(results).map((line) => `Next: ${plain(line, { urls: true })}`)
  return [
    `${sign} ${title === null ? '' : `${title}: `}${advice}: ${plain(facts)}`,
    ...(blame === null ? [] : [plain(blame)]),
    ...next,
  ]
}

export { blameLine }
