// What a page says of agents without a result, of skipped ones, and of a stop: what happened, and what to do next.
import type { AgentRef, AgentResult, Stop } from '../gate/results.ts'
import { describeProblem } from './describe-problem.ts'
import { describeStop } from './describe-stop.ts'
import type { Detail } from './detail.ts'
import { runLink, runsLink } from './links.ts'
import { agentName } from './names.ts'
import type { PageModel } from './page-model.ts'
import { count } from './units.ts'
import { inlineText } from './untrusted-markdown.ts'

const SENTENCE_LENGTH = 500
/** Of agents that share one explanation, so many are named; each has a row in the table. */
const NAMES_SHOWN = 5

/** Agents that share one explanation. `link` belongs to the run of a single agent. */
interface Group {
  readonly sign: string
  readonly sentence: string
  readonly remedy: string
  readonly agents: AgentRef[]
  link: string | null
}

export function* withoutResult(model: PageModel, detail: Detail): Iterable<string> {
  const groups = explanationGroups(model)
  const { stop } = model.outcome
  if (groups.length === 0 && stop === null) return
  yield `\n#### ${sectionTitle(model)}\n\n`
  if (stop !== null) yield* stopLines(stop, detail)
  const shown = groups.slice(0, detail.agents)
  for (const group of shown) yield groupLine(group)
  if (shown.length < groups.length)
    yield `- … and ${count(groups.length - shown.length)} more explanations: the log has them.\n`
}

function sectionTitle({ outcome }: PageModel): string {
  const { word } = outcome.verdict
  switch (word) {
    case 'inconclusive':
      return 'What to do next'
    case 'failed':
      return 'Without a result'
    case 'passed':
      return 'Skipped'
    default:
      return word satisfies never
  }
}

function* stopLines(stop: Stop, detail: Detail): Iterable<string> {
  const { details, remedy } = describeStop(stop)
  const shown = details.slice(0, Math.max(1, detail.agents))
  const lines = shown.map((words) => asSentence(inlineText(words, SENTENCE_LENGTH)))
  if (shown.length < details.length) lines.push(`… and ${count(details.length - shown.length)} more.`)
  yield `- ⚠️ ${lines.join('<br>')}<br>→ ${remedy}\n`
}

function groupLine({ sign, agents, sentence, remedy, link }: Group): string {
  const names = agents.slice(0, NAMES_SHOWN).map((agent) => `**${agentName(agent)}**`)
  if (agents.length > NAMES_SHOWN) names.push(`${count(agents.length - NAMES_SHOWN)} more`)
  const open = agents.length === 1 && link !== null ? ` [Open run](${link})` : ''
  return `- ${sign} ${names.join(', ')}: ${asSentence(inlineText(sentence, SENTENCE_LENGTH))}<br>→ ${remedy}${open}\n`
}

function asSentence(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`
}

function explanationGroups({ attention, context }: PageModel): Group[] {
  const groups = new Map<string, Group>()
  for (const { result } of attention) {
    const explanation = explain(result, context.appUrl)
    if (explanation === null) continue
    const key = `${explanation.sentence}\n${explanation.remedy}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { ...explanation, agents: [result.agent] })
    else group.agents.push(result.agent)
  }
  return [...groups.values()]
}

function explain(result: AgentResult, appUrl: string): Omit<Group, 'agents'> | null {
  switch (result.outcome) {
    case 'passed':
    case 'failed':
      return null
    case 'inconclusive': {
      const { sentence, remedy } = describeProblem(result.problem, result.run)
      return { sign: '⚠️', sentence, remedy, link: linkOf(result, appUrl) }
    }
    case 'skipped':
      return {
        sign: '⏭️',
        sentence: `skipped, it cannot run: ${result.reason}`,
        remedy: 'It was not counted. Make it ready to run, or list the agents to test in `agents`.',
        link: null,
      }
    default:
      return result satisfies never
  }
}

function linkOf(result: AgentResult & { outcome: 'inconclusive' }, appUrl: string): string | null {
  if (result.run !== null) return runLink(appUrl, result.run.taskId)
  return result.problem.kind === 'maybe-launched' ? runsLink(appUrl) : null
}
