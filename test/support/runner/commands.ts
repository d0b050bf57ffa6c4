// The runner's reading of a step's output: line by line, acting on workflow commands, hiding secrets, keeping annotations.
import { type Command, parseCommand } from './command-syntax.ts'
import { createMasks, type Masks } from './masks.ts'

export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice'
  readonly title: string
  readonly message: string
}

export interface StepLog {
  /** What a person sees, masked; commands that print nothing are left out. */
  readonly lines: readonly string[]
  /** Every command that the runner acted on, in order. */
  readonly commands: readonly Command[]
  /** As many as GitHub shows, each cut as GitHub cuts it. */
  readonly annotations: readonly Annotation[]
  readonly masks: readonly string[]
  /** A command was refused, which fails the step whatever its exit code. */
  readonly refused: boolean
}

export interface LogReader {
  /** Takes one whole line, without its end. */
  take(line: string): void
  readonly log: StepLog
}

const ANNOTATIONS_PER_LEVEL = 10
const ANNOTATION_CHARACTERS = 4096
/** Below this length the runner shows the word that ends a pause. */
const MASKED_TOKEN_CHARACTERS = 7
/** Switched off for years: the runner answers them with an error. */
const REFUSED = ['add-path', 'set-env']
const SILENT = ['add-matcher', 'debug', 'echo', 'remove-matcher', 'save-state', 'set-output']
const SHOWN = ['add-mask', 'endgroup', 'error', 'group', 'notice', 'stop-commands', 'warning']

/** @param masks the secrets that the runner knows before the step begins */
export function createLogReader(masks: Masks = createMasks()): LogReader {
  const known = new Set([...REFUSED, ...SILENT, ...SHOWN])
  const lines: string[] = []
  const commands: Command[] = []
  const annotations: Annotation[] = []
  let resumeToken: string | null = null
  let refused = false

  function act(command: Command, line: string): string | null {
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
        return REFUSED.includes(command.name) ? refuse(line) : null
    }
  }

  function annotate(level: Annotation['level'], { data, properties }: Command): string {
    const message = masks.hide(data).slice(0, ANNOTATION_CHARACTERS)
    if (annotations.filter((each) => each.level === level).length < ANNOTATIONS_PER_LEVEL)
      annotations.push({ level, title: properties['title'] ?? '', message })
    return `${level.charAt(0).toUpperCase()}${level.slice(1)}: ${message}`
  }

  function pause(token: string, line: string): string {
    if (token === '' || token === 'pause-logging' || known.has(token)) return refuse(line)
    if (token.length >= MASKED_TOKEN_CHARACTERS) masks.add(token)
    known.add(token)
    resumeToken = token
    return line
  }

  function refuse(line: string): string {
    refused = true
    return `Error: Unable to process command '${line}' successfully.`
  }

  return {
    take(line) {
      const command = parseCommand(line, known)
      const paused = resumeToken !== null
      if (resumeToken !== null && command?.name === resumeToken) {
        known.delete(resumeToken)
        resumeToken = null
      }
      const shown = paused || command === null ? line : act(command, line)
      if (shown !== null) lines.push(masks.hide(shown))
    },
    get log() {
      return { lines, commands, annotations, masks: masks.values, refused }
    },
  }
}

/** @param output as it came, of one stream or of several one after the other */
export function readStepLog(output: string, masks?: Masks): StepLog {
  const reader = createLogReader(masks)
  for (const line of output.split(/\r\n|\n|\r/)) reader.take(line)
  return reader.log
}
