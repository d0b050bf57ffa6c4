// Shows a run: as lines in a pipe; on a terminal as lines too, with the progress of the agents below them.
import { stripVTControlCharacters, styleText } from 'node:util'
import type { GateEvent } from '../gate/events.ts'
import { eventLines, phaseTitle } from '../report/log-events.ts'
import { eventFacts } from '../results/from-outcome.ts'
import { optionText } from './input-options.ts'
import { Progress } from './progress.ts'

const REDRAW_MS = 250

type Output = NodeJS.WritableStream & Pick<NodeJS.WriteStream, 'isTTY'>
type EnvironmentVariables = Readonly<Record<string, string | undefined>>

export interface Display {
  /** @param event with untrusted text, but without secrets */
  readonly show: (event: GateEvent) => void
  /** The last lines. */
  readonly end: (lines: readonly string[]) => void
}

export function createDisplay(
  output: NodeJS.WriteStream,
  env: EnvironmentVariables,
  appUrl: string,
): Display {
  const print = linePrinter(output, env)
  // In CI, a terminal is a log, where lines cannot be redrawn.
  const isLive = output.isTTY && env['TERM'] !== 'dumb' && !env['CI']
  if (isLive) return liveDisplay(output, print, appUrl)
  return {
    show: (event) => print([phaseTitle(event) ?? [], eventLines(event, eventFacts(appUrl))].flat()),
    end: print,
  }
}

/** Prints lines, with colors and links if the output shows them, and with options where they name inputs. */
export function linePrinter(output: Output, env: EnvironmentVariables): (lines: readonly string[]) => void {
  // Node says whether the output shows colors.
  const isPainted = styleText('red', '!', { stream: output }) !== '!'
  const paint = isPainted ? (line: string) => line : stripVTControlCharacters
  const link = hasLinks(output, env) ? withLink : (line: string) => line
  return (lines) => void output.write(lines.map((line) => `${link(paint(optionText(line)))}\n`).join(''))
}

/** The name of an agent as the link to its run. */
function withLink(line: string): string {
  return line.replace(
    /^ {2}· (.*): (https?:\/\/\S+)$/,
    (_, name: string, url: string) => `  · \u001B]8;;${url}\u001B\\${name}\u001B]8;;\u001B\\`,
  )
}

const LINKING_TERMINALS = ['iTerm.app', 'vscode', 'WezTerm', 'ghostty', 'Hyper']

/** Other terminals may hide the address. FORCE_HYPERLINK as in other tools. */
function hasLinks({ isTTY }: Output, env: EnvironmentVariables): boolean {
  const { FORCE_HYPERLINK: force, TERM: term, TERM_PROGRAM: program = '' } = env
  if (force !== undefined) return force !== '0'
  if (!isTTY || env['CI'] || term === 'dumb') return false
  const isNewVte = Number(env['VTE_VERSION'] ?? 0) >= 5000
  return (
    isNewVte || LINKING_TERMINALS.includes(program) || term === 'xterm-kitty' || Boolean(env['WT_SESSION'])
  )
}

/** Redraws the progress in place. The cursor stays visible, so nothing has to be restored whatever ends the process. */
function liveDisplay(
  output: NodeJS.WriteStream,
  print: (lines: readonly string[]) => void,
  appUrl: string,
): Display {
  const progress = new Progress(Date.now())
  let drawn = 0
  const draw = (above: readonly string[], lines: readonly string[]) => {
    const up = drawn > 1 ? `\u001B[${drawn - 1}A` : ''
    // Without wrapping, a line is a row however wide its letters are.
    output.write(`${up}\r\u001B[J`)
    print(above)
    output.write(`\u001B[?7l${lines.join('\n')}\u001B[?7h`)
    drawn = lines.length
  }
  const redraw = (above: readonly string[] = []) => {
    // Some terminals do not tell their size, and it is 0.
    draw(above, progress.lines(Date.now(), { columns: output.columns || 80, rows: output.rows || 24 }))
  }
  const timer = setInterval(() => redraw(), REDRAW_MS)
  return {
    show(event) {
      progress.add(event, Date.now())
      const lines = isShownAbove(event) ? eventLines(event, eventFacts(appUrl)) : []
      if (lines.length > 0) redraw(lines)
    },
    end(lines) {
      clearInterval(timer)
      draw(lines, [])
    },
  }
}

/** What the progress shows itself needs no line. */
function isShownAbove(event: GateEvent): boolean {
  if (event.type === 'heartbeat') return event.unansweredForMs !== null
  return event.type !== 'launched' && event.type !== 'progress'
}
