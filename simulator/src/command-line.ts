// The command line of the simulator: its flags, and what it prints.
import { parseArgs } from 'node:util'
import { readAgentLine } from './agent-line.ts'
import { scenarios } from './evaluation/scenarios.ts'
import type { Simulator, SimulatorOptions, VoiceFormOptions, VoiceFormSimulator } from './index.ts'

export type CommandLine =
  | { readonly kind: 'help' }
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'serve'; readonly options: SimulatorOptions }
  | { readonly kind: 'serve-voice-form'; readonly options: VoiceFormOptions }

export const usage = `Serves the evaluation service on this machine, to try agent-tests without an account.

  agent-tests simulator [flags]

  --service <service>     "evaluation" (the default) or "voice-form"
  --port <number>         port to listen on; any free one by default
  --concurrency <number>  runs at a time, or "unlimited"; 1 by default, the others wait in the queue
  --api-key <key>         the key to accept
  --agent <agent>         an agent: "<name>: <scenario>", optionally followed by parameters, as in
                          "Support bot: two-fail tests=20 duration-ms=500"; repeat it for more agents;
                          one agent for each scenario by default, even one whose run hangs
  --server-version <age>  "newer" (the default), "current" or "older": which fields responses have
  --list-shape <shape>    how agents are listed: "items" (default of newer servers) or "array"
  --request-ms <number>   how long each request keeps the service's only thread busy; 0 by default, about 260
                          on the real service
  --help                  show this text

Scenarios: ${Object.keys(scenarios).join(', ')}.

Parameters: tests, failing, unanswered, not-run, unconfigured, duration-ms, history=<earlier runs>. Of flaky agents also
rate=<0 to 1>, seed=<number>, rate="<test>"@<0 to 1> and break="<test>"@<first failing run>.
`

const serverVersions = ['newer', 'current', 'older'] as const

const flags = {
  service: { type: 'string' },
  port: { type: 'string' },
  concurrency: { type: 'string' },
  'api-key': { type: 'string' },
  agent: { type: 'string', multiple: true },
  'list-shape': { type: 'string' },
  'server-version': { type: 'string' },
  'request-ms': { type: 'string' },
  help: { type: 'boolean' },
} as const

type Values = ReturnType<typeof parseFlags>

const parseFlags = (args: readonly string[]) => parseArgs({ args: [...args], options: flags }).values

/** Reads the flags; `args` is the command line without the program. */
export function readCommandLine(args: readonly string[]): CommandLine {
  try {
    const values = parseFlags(args)
    if (values.help === true) return { kind: 'help' }
    const service = readChoice('--service', values.service ?? 'evaluation', ['evaluation', 'voice-form'])
    const common = {
      port: readNumber('--port', values.port ?? '0', 65_535),
      requestMs: readNumber('--request-ms', values['request-ms'] ?? '0', 60_000),
      ...(values['api-key'] === undefined ? {} : { apiKey: readApiKey(values['api-key']) }),
    }
    if (service === 'evaluation')
      return { kind: 'serve', options: { ...common, ...readEvaluationFlags(values) } }
    const other = evaluationFlags.find((flag) => values[flag] !== undefined)
    if (other !== undefined) throw new Error(`--${other} is only for the evaluation service`)
    return { kind: 'serve-voice-form', options: common }
  } catch (error) {
    return { kind: 'error', message: error instanceof Error ? error.message : String(error) }
  }
}

const evaluationFlags = ['concurrency', 'agent', 'list-shape', 'server-version'] as const

function readEvaluationFlags(
  values: Partial<Pick<Values, (typeof evaluationFlags)[number]>>,
): SimulatorOptions {
  const { agent: agents, 'list-shape': listShape } = values
  return {
    concurrency: readConcurrency(values.concurrency ?? '1'),
    serverVersion: readChoice('--server-version', values['server-version'] ?? 'newer', serverVersions),
    ...(agents !== undefined && { agents: agents.map(readAgentLine) }),
    ...(listShape !== undefined && { listShape: readChoice('--list-shape', listShape, ['items', 'array']) }),
  }
}

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

/** Printed once the evaluation service is ready. `program` starts agent-tests. */
export function greeting(
  { url, apiKey, agents }: Pick<Simulator, 'url' | 'apiKey' | 'agents'>,
  program: string,
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
${hanging ? 'A run that hangs keeps its slot until you restart the simulator.\n' : ''}
Run the tests of some of them, from another terminal in this folder:

  AGENT_TESTS_API_KEY=${shellWord(apiKey)} ${program} run --base-url ${url} --app-url ${url} \\
    --agents ${shellWord(names.join(', '))} --poll-interval 1 --timeout 60

Or as a step of a workflow, on a runner on this machine:

  - uses: org/agent-tests@v1
    with:
      api-key: ${apiKey}
      base-url: ${url}
      app-url: ${url}
      agents: ${names.join(', ')}
      poll-interval: 1
`
}

/** Quoted for every POSIX shell. */
function shellWord(text: string): string {
  return /^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

function readNumber(flag: string, text: string, most: number): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number <= most) return number
  throw new Error(`${flag} must be a number from 0 to ${most}, not "${text}"`)
}

function readConcurrency(text: string): number {
  if (text === 'unlimited') return Number.POSITIVE_INFINITY
  if (/^[1-9]\d*$/.test(text)) return Number(text)
  throw new Error(`--concurrency must be a whole number of 1 or more, or "unlimited", not "${text}"`)
}

function readChoice<const Choice extends string>(flag: string, text: string, choices: readonly Choice[]) {
  const found = choices.find((choice) => choice === text)
  if (found !== undefined) return found
  throw new Error(`${flag} must be one of ${choices.join(', ')}, not "${text}"`)
}

function readApiKey(text: string): string {
  if (/^[\w.~+/=-]+$/.test(text)) return text
  throw new Error('--api-key may only contain letters, digits and _ . ~ + / = -')
}
