// What the simulator prints once it is ready.
import { scenarios } from './evaluation/scenarios.ts'
import type { Simulator, VoiceFormSimulator } from './index.ts'

/** Printed once the voice-form service is ready. */
export function voiceFormGreeting({
  url,
  apiKey,
  agents,
}: Pick<VoiceFormSimulator, 'url' | 'apiKey' | 'agents'>) {
  return `Voice-form service with ${agents.length} agents. Stop it with Ctrl+C.

  address   ${url}
  key       ${apiKey}

Agents:
${agents.map(({ id, title }) => `  ${id}  ${title}`).join('\n')}

Try it, from another terminal:

  curl -H "Authorization: Bearer ${apiKey}" "${url}/api/v1/conversations?limit=1"
`
}

/**
 * Printed once the evaluation service is ready.
 * @param program starts agent-tests
 * @param verbose also the IDs for the annotation endpoints
 */
export function greeting(
  { url, apiKey, agents, annotation }: Pick<Simulator, 'url' | 'apiKey' | 'agents' | 'annotation'>,
  program: string,
  verbose: boolean,
): string {
  const width = Math.max(0, ...agents.map(({ name }) => name.length))
  const lines = agents.map(
    ({ name, scenario }) => `  ${name.padEnd(width)}  ${scenarios[scenario].description}`,
  )
  const names = agents.slice(0, 4).map(({ name }) => name)
  const hanging = agents.some(({ scenario }) => scenario === 'hangs')
  return `Evaluation service with ${agents.length === 1 ? '1 agent' : `${agents.length} agents`}. Stop it with Ctrl+C.

  address   ${url}
  key       ${apiKey}

Agents (all of them run if you list none):
${lines.join('\n')}
${hanging ? 'A run that hangs keeps its slot until you restart the simulator.\n' : ''}${verbose ? annotationLines(annotation) : ''}
Run the tests of some of them, from another terminal in this folder:

  AGENT_TESTS_API_KEY=${shellWord(apiKey)} ${program} run --base-url ${url} --app-url ${url} \\
    --agents ${shellWord(names.join(', '))} --poll-interval 1 --timeout 60

Or as a step of a workflow, on a runner on this machine:

  - uses: org/agent-tests@v1 # "org" stands for the account that publishes the action
    with:
      api-key: ${apiKey}
      base-url: ${url}
      app-url: ${url}
      agents: ${names.join(', ')}
      poll-interval: 1
`
}

function annotationLines({ task, items, annotators, elsewhere }: Simulator['annotation']): string {
  return `
For the annotation endpoints:
  task        ${task}
  items       ${items.join(', ')}
  annotators  ${annotators.join(', ')}
  elsewhere   ${elsewhere} (of another workspace: refused on every route)
`
}

/** Quoted for every POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
