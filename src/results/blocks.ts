// A report is a list of blocks, made once from results and a budget. Printers write it: as markdown, as lines of text, on the page.
import type { Sentence } from './sentence.ts'

export type Block =
  /** The headline. @property title of the job; null if it is the usual one */
  | {
      readonly kind: 'heading'
      readonly sign: string
      readonly title: string | null
      readonly words: Sentence
    }
  /** Its lines end with `lineBreak`. */
  | { readonly kind: 'paragraph'; readonly words: Sentence; readonly isSmall?: boolean }
  | { readonly kind: 'list'; readonly items: readonly ListItem[] }
  | Table
  /** Untrusted lines as they are. */
  | { readonly kind: 'code'; readonly text: string }
  /** Without blocks, its title alone. */
  | {
      readonly kind: 'fold'
      readonly title: Sentence
      readonly isOpen?: boolean
      readonly blocks: readonly Block[]
    }

export interface ListItem {
  readonly sign?: string
  readonly words: Sentence
}

export interface Table {
  readonly kind: 'table'
  readonly head: readonly Column[]
  readonly rows: readonly TableRow[]
}

interface Column {
  readonly title: string
  readonly isNumber?: boolean
}

export interface TableRow {
  /** Before the first cell. */
  readonly sign?: string
  readonly cells: readonly Sentence[]
}

/** A piece of a sentence that ends a line within a paragraph, an item or a cell. */
export const lineBreak = '\n'

export function paragraph(words: Sentence): Block {
  return { kind: 'paragraph', words }
}

/** The last line of a report. */
export function smallPrint(parts: readonly Sentence[]): Block {
  const words = parts.flatMap((part, index) => (index === 0 ? part : [' · ', ...part]))
  return { kind: 'paragraph', words, isSmall: true }
}
