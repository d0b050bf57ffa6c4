// `agent-tests agents`: which agents the key can test. Launches nothing.
import type { AgentListEntry } from '../client/index.ts'
import { selectionFailed } from '../gate/select.ts'
import { agentName, paint } from '../report/log.ts'
import { counted } from '../results/units.ts'
import { evaluationService } from '../run.ts'
import { linePrinter } from './display.ts'
import { EXIT, refuse } from './exit.ts'
import { optionText } from './input-options.ts'
import { checkReportFiles, type ReportPaths, writeReportFiles } from './report-files.ts'
import { abort, lookupOptions, readOptions } from './service-command.ts'

interface ListedAgent {
  readonly name: string
  readonly uuid: string
  /** Whether the agent's connection is verified; null if the service does not say. */
  readonly ready: boolean | null
}

/** @returns the exit code */
export async function agentsCommand(options: ReportPaths & Record<string, unknown>): Promise<number> {
  // Nothing is linked.
  const parsed = readOptions({ ...options, appUrl: 'http://localhost' })
  if (!parsed.ok) return refuse(parsed.errors)
  for (const warning of parsed.warnings) console.error(`warning: ${optionText(warning)}`)
  const unwritable = checkReportFiles(options, [])
  if (unwritable.length > 0) return refuse(unwritable)

  const call = lookupOptions()
  const list = await evaluationService(parsed.inputs).list(call)
  if (!list.ok) return abort(selectionFailed(list, call).abortReason)
  if (list.value.length === 0) return abort({ kind: 'no-agents' })
  const agents = list.value.map(listed)
  linePrinter(process.stdout, process.env)(agentLines(agents))
  const json = () => [`${JSON.stringify({ agents }, null, 2)}\n`]
  for (const problem of writeReportFiles(options, { json }).problems) console.error(`warning: ${problem}`)
  return EXIT.passed
}

function listed({ name, uuid, connection_verified }: AgentListEntry): ListedAgent {
  return { name: name ?? '', uuid, ready: connection_verified ?? null }
}

function agentLines(agents: readonly ListedAgent[]): string[] {
  const isUnknown = agents.every(({ ready }) => ready === null)
  return [
    `${counted(agents.length, 'agent')} in the workspace of this key`,
    ...agents.map((agent) => {
      if (agent.ready === null) return `- ${agentName(agent)}${isUnknown ? '' : ': unknown'}`
      return agent.ready
        ? `${paint.green('✓')} ${agentName(agent)}: ready`
        : `${paint.yellow('!')} ${agentName(agent)}: not ready, because its connection is not verified`
    }),
    ...(isUnknown ? ['This version of the service does not say which agents are ready.'] : []),
  ]
}
