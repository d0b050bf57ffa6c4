// Reads a step's output as the runner does: runs workflow commands, masks secrets, collects annotations.
import { type Command, parseCommand } from './command-syntax.ts'
import { createMasks, type Masks } from './masks.ts'

export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice'
  readonly title: string
  readonly message: string
}

export interface StepLog {
  /** The displayed lines, masked. */
  readonly lines: readonly string[]
  /** The commands that the runner ran, in order. */
  readonly commands: readonly Command[]
  /** Limited and truncated as by GitHub. */
  readonly annotations: readonly Annotation[]
  readonly masks: readonly string[]
  /** A command was rejected, which fails the step whatever its exit code. */
  readonly refused: boolean
}

export interface LogReader {
  /** @param line without its line end */
  read(line: string): void
  readonly log: StepLog
}

const ANNOTATIONS_PER_LEVEL = 10
const ANNOTATION_CHARACTERS = 4096
/** The runner masks the token of stop-commands from this length on. */
const MASKED_TOKEN_CHARACTERS = 7
/** Disabled by GitHub: an error. */
const REFUSED = ['add-path', 'set-env']
const SILENT = ['add-matcher', 'debug', 'echo', 'remove-matcher', 'save-state', 'set-output']
const SHOWN = ['add-mask', 'endgroup', 'error', 'group', 'notice', 'stop-commands', 'warning']

/** @param masks the secrets that are known before the step starts */
export function createLogReader(masks: Masks = createMasks()): LogReader {
  const known = new Set([...REFUSED, ...SILENT, ...SHOWN])
  const lines: string[] = []
  const commands: Command[] = []
  const annotations: Annotation[] = []
  let resumeToken: string | null = null
  let refused = false

  function run(command: Command, line: string): string | null {
    commands.push(command)
    switch (command.name) {
      case 'add-mask':
        masks.add(command.data)
        return null
      case 'group':
        return `▸ ${command.data}`
      case 'error':
      case 'warning':
      case 'notice':
        return annotate(command.name, command)
      case 'stop-commands':
        return pause(command.data.toLowerCase(), line)
      default:
        return REFUSED.includes(command.name) ? reject(line) : null
    }
  }

  function annotate(level: Annotation['level'], { data, properties }: Command): string {
    const message = masks.hide(data).slice(0, ANNOTATION_CHARACTERS)
    if (annotations.filter((each) => each.level === level).length < ANNOTATIONS_PER_LEVEL)
      annotations.push({ level, title: properties['title'] ?? '', message })
    return `${level.charAt(0).toUpperCase()}${level.slice(1)}: ${message}`
  }

  function pause(token: string, line: string): string {
    if (token === '' || token === 'pause-logging' || known.has(token)) return reject(line)
    if (token.length >= MASKED_TOKEN_CHARACTERS) masks.add(token)
    known.add(token)
    resumeToken = token
    return line
  }

  function reject(line: string): string {
    refused = true
    return `Error: Unable to process command '${line}' successfully.`
  }

  return {
    read(line) {
      const command = parseCommand(line, known)
      const paused = resumeToken !== null
      if (resumeToken !== null && command?.name === resumeToken) {
        known.delete(resumeToken)
        resumeToken = null
      }
      const shown = paused || command === null ? line : run(command, line)
      if (shown !== null) lines.push(masks.hide(shown))
    },
    get log() {
      return { lines, commands, annotations, masks: masks.values, refused }
    },
  }
}

/** @param output of one stream */
export function readStepLog(output: string, masks?: Masks): StepLog {
  const reader = createLogReader(masks)
  for (const line of output.split(/\r\n|\n|\r/)) reader.read(line)
  return reader.log
}
