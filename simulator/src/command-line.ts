// The flags of the simulator.
import { parseArgs } from 'node:util'
import { readAgentLine } from './agent-line.ts'
import { scenarios } from './evaluation/scenarios.ts'
import type { SimulatorOptions, VoiceFormOptions } from './index.ts'

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
  --server-version <age>  "current" (the default), "newer" or "older": which fields responses have
  --seed <text>           the same seed gives the same IDs; by default they differ between two simulators
  --bad-day <factor>      multiplies the failure rates of flaky agents in every run that is launched
  --request-ms <number>   how long each request keeps the service's only thread busy; 0 by default, about 260
                          on the real service
  --help                  show this text

Scenarios: ${Object.keys(scenarios).join(', ')}.

Parameters: tests, failing, unanswered, not-run, defective, unconfigured, duration-ms, history=<earlier runs>,
rewritten=<first run with other names>. Of flaky agents also rate=<0 to 1>, seed=<number>, rate="<test>"@<0 to 1>,
rate=<0 to 1>@<from this run on> and break="<test>"@<first failing run>. Errors in some runs: agent-down=<runs> and others, as listed in docs/simulator.md.
`

const serverVersions = ['current', 'newer', 'older'] as const

const flags = {
  service: { type: 'string' },
  port: { type: 'string' },
  concurrency: { type: 'string' },
  'api-key': { type: 'string' },
  agent: { type: 'string', multiple: true },
  'server-version': { type: 'string' },
  'request-ms': { type: 'string' },
  seed: { type: 'string' },
  'bad-day': { type: 'string' },
  help: { type: 'boolean' },
} as const

const parseFlags = (args: readonly string[]) => parseArgs({ args: [...args], options: flags }).values

/** How messages name a flag. */
type NameOf = (flag: string) => string

const flagName: NameOf = (flag) => `--${flag}`

/** Reads the flags; `args` is the command line without the program. */
export function readCommandLine(args: readonly string[], nameOf = flagName): CommandLine {
  try {
    const values = parseFlags(args)
    if (values.help === true) return { kind: 'help' }
    const read = createReader(values, nameOf)
    const service = read.choice('service', ['evaluation', 'voice-form']) ?? 'evaluation'
    const apiKey = read.apiKey('api-key')
    const common = {
      port: read.number('port', 0, 65_535) ?? 0,
      requestMs: read.number('request-ms', 0, 60_000) ?? 0,
      ...(apiKey !== undefined && { apiKey }),
    }
    if (service === 'evaluation') return { kind: 'serve', options: { ...common, ...evaluationOptions(read) } }
    const other = evaluationFlags.find((flag) => values[flag] !== undefined)
    if (other !== undefined) throw new Error(`${nameOf(other)} is only for the evaluation service`)
    return { kind: 'serve-voice-form', options: common }
  } catch (error) {
    return { kind: 'error', message: error instanceof Error ? error.message : String(error) }
  }
}

const evaluationFlags = ['concurrency', 'agent', 'server-version', 'seed', 'bad-day'] as const

function evaluationOptions(read: ReturnType<typeof createReader>): SimulatorOptions {
  return {
    concurrency: read.concurrency('concurrency') ?? 1,
    serverVersion: read.choice('server-version', serverVersions) ?? 'current',
    agents: read.agents(),
    seed: read.text('seed'),
    badDay: read.number('bad-day', 0, 100),
  }
}

/** Each method reads one flag: undefined if it is not given. They throw an Error that names it and says what is allowed. */
function createReader(values: ReturnType<typeof parseFlags>, nameOf: NameOf) {
  type Flag = Exclude<keyof typeof flags, 'help' | 'agent'>
  function parse<Value>(flag: Flag, needed: string, read: (text: string) => Value | undefined) {
    const text = values[flag]
    if (text === undefined) return undefined
    const value = read(text)
    if (value === undefined) throw new Error(`${nameOf(flag)} must be ${needed}, not "${text}"`)
    return value
  }
  return {
    number: (flag: Flag, least: number, most: number) =>
      parse(flag, `a number from ${least} to ${most}`, (text) => {
        const isNumber = flag === 'bad-day' ? /^\d+(\.\d+)?$/ : /^\d+$/
        const number = Number(text)
        return isNumber.test(text) && number >= least && number <= most ? number : undefined
      }),
    concurrency: (flag: Flag) =>
      parse(flag, 'a whole number of 1 or more, or "unlimited"', (text) => {
        if (text === 'unlimited') return Number.POSITIVE_INFINITY
        return /^[1-9]\d*$/.test(text) ? Number(text) : undefined
      }),
    choice: <const Choice extends string>(flag: Flag, choices: readonly Choice[]) =>
      parse(flag, `one of ${choices.join(', ')}`, (text) => choices.find((choice) => choice === text)),
    text: (flag: Flag) => values[flag],
    /** A key is not repeated in messages. */
    apiKey: (flag: Flag) => {
      const key = values[flag]
      if (key === undefined || /^[\w.~+/=-]+$/.test(key)) return key
      throw new Error(`${nameOf(flag)} may only contain letters, digits and _ . ~ + / = -`)
    },
    agents: () =>
      values.agent?.map((line) => {
        try {
          return readAgentLine(line)
        } catch (error) {
          throw new Error(`${nameOf('agent')}: ${error instanceof Error ? error.message : String(error)}`)
        }
      }),
  }
}

/** Why a simulator could not start, and what to do. */
export function startError(error: unknown, nameOf = flagName): string {
  const message = error instanceof Error ? error.message : String(error)
  if (Object(error).code !== 'EADDRINUSE') return message
  return `${nameOf('port')}: ${message}. Choose another one; 0 means any free one.`
}
