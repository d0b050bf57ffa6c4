// Prints lines for somebody who has typed a command: of a run, a line for each change.
import { stripVTControlCharacters, styleText } from 'node:util'
import type { GateEvent } from '../gate/events.ts'
import { eventLines, phaseTitle } from '../report/log-events.ts'
import { optionWording } from './input-options.ts'

/** @param event with untrusted text, but without secrets */
export function linesOfEvent(event: GateEvent): string[] {
  return [phaseTitle(event) ?? [], eventLines(event, optionWording)].flat()
}

/** Prints lines: with colors if the output shows them, wrapped at the width of a terminal. */
export function linePrinter(
  output: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number },
): (lines: readonly string[]) => void {
  // Node says whether the output shows colors.
  const isPainted = styleText('red', '!', { stream: output }) !== '!'
  const paint = isPainted ? (line: string) => line : stripVTControlCharacters
  return (lines) => {
    const columns = (output.isTTY && output.columns) || Number.POSITIVE_INFINITY
    const printed = lines.map((line) => `${wrapped(paint(line), columns)}\n`)
    output.write(printed.join(''))
  }
}

/** Errors and warnings. */
export function printError(...messages: readonly string[]): void {
  linePrinter(process.stderr)(messages.flatMap((message) => message.split('\n')))
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
