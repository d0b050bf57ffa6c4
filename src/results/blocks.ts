// A report is a list of blocks, made once from results and a budget. Printers write it: as markdown, as lines of text, on the page.
import { type Sentence, separated } from './sentence.ts'

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
  | { readonly kind: 'list'; readonly title?: string; readonly items: readonly ListItem[] }
  | Table
  /** Untrusted lines as they are. */
  | { readonly kind: 'code'; readonly text: string }
  | Evidence
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
  readonly excerpts?: readonly Excerpt[]
}

/** What is known of a test that failed: why, its last question, and the replies before and now. */
export interface Evidence {
  readonly kind: 'evidence'
  readonly reasons: readonly Excerpt[]
  readonly asked: readonly Excerpt[]
  readonly replies: readonly Excerpt[]
}

/** Untrusted texts behind an untrusted title; of several, each is a point. */
export interface Excerpt {
  readonly title: string
  /** Behind the title, in brackets. */
  readonly about?: string
  readonly texts: readonly string[]
  readonly isCode?: boolean
}

export interface Table {
  readonly kind: 'table'
  readonly head: readonly { readonly title: string; readonly isNumber?: boolean }[]
  readonly rows: readonly TableRow[]
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
  return { kind: 'paragraph', words: separated(saying(parts), ' · '), isSmall: true }
}

/** One, with a line for each that says something; none if none does. */
export function paragraphs(sentences: readonly Sentence[]): readonly Block[] {
  const words = inLines(sentences)
  return words.length === 0 ? [] : [paragraph(words)]
}

export function inLines(sentences: readonly Sentence[]): Sentence {
  return separated(saying(sentences), lineBreak)
}

/** Those that say something. */
export function saying(sentences: readonly Sentence[]): readonly Sentence[] {
  return sentences.filter((sentence) => sentence.length > 0)
}
