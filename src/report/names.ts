// Names of agents, tests and evaluators in markdown and in the log: safe, bounded, never empty.
import type { AgentRef, EvaluatorResult, TestResult } from '../gate/results.ts'
import { count } from './units.ts'
import { inlineText } from './untrusted-markdown.ts'
import { logText } from './untrusted-text.ts'

const NAME_LENGTH = 80
const TEST_NAME_LENGTH = 160
const LOG_NAME_LENGTH = 100
const NAMELESS_AGENT = '(agent without a name)'

export function agentName({ name }: AgentRef): string {
  return inlineText(name, NAME_LENGTH) || NAMELESS_AGENT
}

/** For a line that begins with something else. */
export function agentInLog({ name }: AgentRef): string {
  return logText(name, LOG_NAME_LENGTH) || NAMELESS_AGENT
}

/** `**A**, **B**, 3 more` */
export function agentNames(agents: readonly AgentRef[], most: number): string {
  const names = agents.slice(0, most).map((agent) => `**${agentName(agent)}**`)
  if (agents.length > names.length) names.push(`${count(agents.length - names.length)} more`)
  return names.join(', ')
}

export function testName({ name, id }: Pick<TestResult, 'name' | 'id'>): string {
  return inlineText(name ?? id ?? '', TEST_NAME_LENGTH) || '(test without a name)'
}

export function evaluatorName({ evaluator }: EvaluatorResult): string {
  return inlineText(evaluator ?? '', NAME_LENGTH) || 'Evaluator'
}
