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
/** Disabled by GitHub: an error. */
const REFUSED = ['add-path', 'set-env']
const SILENT = [
  'add-matcher',
  'debug',
  'echo',
  'endgroup',
  'remove-matcher',
  'save-state',
  'set-output',
  'stop-commands',
]
const KNOWN = new Set([...REFUSED, ...SILENT, 'add-mask', 'error', 'group', 'notice', 'warning'])

/** @param masks the secrets that are known before the step starts */
export function createLogReader(masks: Masks = createMasks()): LogReader {
  const lines: string[] = []
  const commands: Command[] = []
  const annotations: Annotation[] = []
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

  function reject(line: string): string {
    refused = true
    return `Error: Unable to process command '${line}' successfully.`
  }

  return {
    read(line) {
      const command = parseCommand(line, KNOWN)
      const shown = command === null ? line : run(command, line)
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
