// Shows a run: as lines in a pipe; on a terminal as lines too, with the progress of the agents below them.
import { stripVTControlCharacters, styleText } from 'node:util'
import { createLogUpdate } from 'log-update'
import terminalLink from 'terminal-link'
import type { GateEvent } from '../gate/events.ts'
import { eventLines, phaseTitle } from '../report/log-events.ts'
import { optionText } from './input-options.ts'
import { Progress } from './progress.ts'

const REDRAW_MS = 250

export interface Display {
  /** @param event with untrusted text, but without secrets */
  readonly show: (event: GateEvent) => void
  /** The last lines. */
  readonly end: (lines: readonly string[]) => void
}

export function createDisplay(output: NodeJS.WriteStream): Display {
  const print = linePrinter(output)
  const { TERM, CI } = process.env
  // In CI, a terminal is a log, where lines cannot be redrawn. Nor can they without knowing how wide it is.
  const isLive = output.isTTY && output.columns > 0 && TERM !== 'dumb' && !CI
  if (isLive) return liveDisplay(output, print)
  return {
    show: (event) => print([phaseTitle(event) ?? [], eventLines(event)].flat()),
    end: print,
  }
}

/**
 * Prints lines: with colors and links if the output shows them, wrapped at the width of a terminal.
 * @param text names the options of the command in place of inputs
 */
export function linePrinter(
  output: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number },
  text: (line: string) => string = optionText,
): (lines: readonly string[]) => void {
  // Node says whether the output shows colors.
  const isPainted = styleText('red', '!', { stream: output }) !== '!'
  const paint = isPainted ? (line: string) => line : stripVTControlCharacters
  const linkTo = output === process.stderr ? terminalLink.stderr : terminalLink
  const link = (line: string) =>
    line.replace(/^( {2}· )(.*): (https?:\/\/\S+)$/, (whole, sign: string, name: string, url: string) =>
      linkTo.isSupported ? `${sign}${linkTo(name, url)}` : whole,
    )
  return (lines) => {
    const columns = (output.isTTY && output.columns) || Number.POSITIVE_INFINITY
    const printed = lines.map((line) => `${wrapped(link(paint(text(line))), columns)}\n`)
    output.write(printed.join(''))
  }
}

/** Errors and warnings, which name options already. */
export function printError(...messages: readonly string[]): void {
  linePrinter(process.stderr, (line) => line)(messages.flatMap((message) => message.split('\n')))
}

/** Behind words; what follows stands below the text of its line. What colors it has no width. */
function wrapped(line: string, columns: number): string {
  const start = /^ */.exec(line)?.[0] ?? ''
  const [first = '', ...words] = line.slice(start.length).split(' ')
  const widthOf = (word: string) => stripVTControlCharacters(word).length
  let column = start.length + widthOf(first)
  const others = words.map((word) => {
    column += 1 + widthOf(word)
    if (column <= columns) return ` ${word}`
    column = start.length + 2 + widthOf(word)
    return `\n${start}  ${word}`
  })
  return [start, first, ...others].join('')
}

/** Redraws the progress in place. */
function liveDisplay(output: NodeJS.WriteStream, print: (lines: readonly string[]) => void): Display {
  const progress = new Progress(Date.now())
  // A hidden cursor would have to be restored, whatever ends the process.
  const draw = createLogUpdate(output, { showCursor: true })
  const redraw = () => draw(progress.lines(Date.now(), output).join('\n'))
  const timer = setInterval(redraw, REDRAW_MS)
  return {
    show(event) {
      progress.add(event, Date.now())
      const lines = isShownAbove(event) ? eventLines(event) : []
      if (lines.length === 0) return
      draw.clear()
      print(lines)
      redraw()
    },
    end(lines) {
      clearInterval(timer)
      draw.clear()
      print(lines)
    },
  }
}

/** What the progress shows itself needs no line. */
function isShownAbove(event: GateEvent): boolean {
  if (event.type === 'heartbeat') return event.unansweredForMs !== null
  return event.type !== 'launched' && event.type !== 'progress'
}
