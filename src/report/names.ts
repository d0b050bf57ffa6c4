// Names of agents, tests and evaluators in markdown: safe, bounded, never empty.
import type { AgentRef, JudgeVerdict, TestReport } from '../gate/results.ts'
import { inlineText } from './untrusted-markdown.ts'

const NAME_LENGTH = 80
const TEST_NAME_LENGTH = 160

export function agentName({ name }: AgentRef): string {
  return inlineText(name, NAME_LENGTH) || '(agent without a name)'
}

export function testName({ name, id }: TestReport): string {
  return inlineText(name ?? id ?? '', TEST_NAME_LENGTH) || '(test without a name)'
}

export function evaluatorName({ evaluator }: JudgeVerdict): string {
  return inlineText(evaluator ?? '', NAME_LENGTH) || 'Evaluator'
}
