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

/** Prints lines, with colors and links if the output shows them, and with options where they name inputs. */
export function linePrinter(output: NodeJS.WritableStream): (lines: readonly string[]) => void {
  // Node says whether the output shows colors.
  const isPainted = styleText('red', '!', { stream: output }) !== '!'
  const paint = isPainted ? (line: string) => line : stripVTControlCharacters
  const linkTo = output === process.stderr ? terminalLink.stderr : terminalLink
  const link = (line: string) =>
    line.replace(/^( {2}· )(.*): (https?:\/\/\S+)$/, (whole, sign: string, name: string, url: string) =>
      linkTo.isSupported ? `${sign}${linkTo(name, url)}` : whole,
    )
  return (lines) => void output.write(lines.map((line) => `${link(paint(optionText(line)))}\n`).join(''))
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
