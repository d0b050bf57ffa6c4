// Sentences in pieces: our own words, and names and quotes of others, so that no report has to take prose apart.
import { count } from './format.ts'

export type Piece =
  /** Our own words, without markup. */
  | string
  /** Our own words: what stands out, and code such as `HTTPS_PROXY`. */
  | { readonly kind: 'strong' | 'code'; readonly text: string }
  | Input
  | Either
  /** Untrusted: a name, or the service's words. */
  | {
      readonly kind: 'agent' | 'test'
      readonly text: string
      readonly isStrong?: boolean
      /** Where it is written. */
      readonly url?: string | null
    }
  | Said
  | {
      readonly kind: 'link'
      readonly text: string
      /** What a command says in place of it. */
      readonly command?: string
      readonly url: string
      readonly isStrong?: boolean
    }

/** Untrusted: the service's words, or the path of a file. */
export interface Said {
  readonly kind: 'said'
  readonly text: string
}

/** An input of the action, which may be an option of a command: `timeout`, `timeout: 1800`. */
export interface Input {
  readonly kind: 'input'
  readonly name: string
  readonly value?: string
  /** Whether words say what it is: `the input `timeout``. */
  readonly isIntroduced?: true
}

/** Our own words for readers of a job's reports, and others for somebody who has typed a command. */
interface Either {
  readonly kind: 'either'
  readonly job: Sentence
  readonly command: Sentence
}

export type Sentence = readonly Piece[]

/** As a job says it, or a command. */
export type Wording = (sentence: Sentence) => Sentence

/** A template of pieces and sentences. */
export function say(
  words: TemplateStringsArray,
  ...values: readonly (Piece | Sentence | number)[]
): Sentence {
  const pieces = words.flatMap((text, index) => {
    const value = values[index]
    if (value === undefined) return [text]
    if (typeof value === 'number') return [text, count(value)]
    return Array.isArray(value) ? [text, ...value] : [text, value as Piece]
  })
  return pieces.filter((piece) => piece !== '')
}

/** The same as text; the names in it are untrusted. With `urls`, the addresses of its links stand behind it. */
export function plain(
  sentence: Sentence,
  { urls = false, nameLength = 80 }: { readonly urls?: boolean; readonly nameLength?: number } = {},
): string {
  const texts = ofJob(sentence).map((piece) => {
    if (typeof piece === 'string') return piece
    if (piece.kind === 'code') return `\`${piece.text}\``
    return piece.kind === 'agent' || piece.kind === 'test' ? shortened(piece.text, nameLength) : piece.text
  })
  const linked = sentence.flatMap((piece) =>
    typeof piece === 'object' && piece.kind === 'link' ? piece.url : [],
  )
  return [texts.join(''), ...(urls ? new Set(linked) : [])].join(' ')
}

/** Cut in the middle: names of tests, and of copies, differ at their ends. */
export function shortened(name: string, length: number): string {
  if (name.length <= length) return name
  const half = (length - 1) / 2
  const [start, end] = [name.slice(0, Math.ceil(half)), name.slice(name.length - Math.floor(half))]
  return `${start.toWellFormed().trimEnd()}…${end.toWellFormed().trimStart()}`
}

/** A text that ends in `…`, cut behind a word if one is near: "after 30 days" is not "after 3…". */
export function cutBehindWord(cut: string): string {
  return cut.replace(/ \S{0,12}…$/, '…')
}

/** `A, B and C` */
export function joined(sentences: readonly (Sentence | Piece)[]): Sentence {
  const last = sentences.length - 1
  return separated(
    last < 1 ? sentences : [separated(sentences.slice(0, last), ', '), sentences[last] ?? ''],
    ' and ',
  )
}

/** `A; B; C` */
export function separated(sentences: readonly (Sentence | Piece)[], between = '; '): Sentence {
  return sentences.flatMap((each, index) => (index === 0 ? [each] : [between, each])).flat()
}

export function code(text: string): Piece {
  return { kind: 'code', text }
}

export function input(name: string, value?: string): Input {
  return { kind: 'input', name, ...(value !== undefined && { value }) }
}

/** What stands out at the start of a sentence. */
export function strong(text: string): Piece {
  return { kind: 'strong', text: capitalized(text) }
}

/** @param command empty where only a job can do that */
export function either(job: string | Sentence, command: string | Sentence = ''): Either {
  return { kind: 'either', job: [job].flat(), command: [command].flat() }
}

/** With inputs by their names. */
export function ofJob(sentence: Sentence): Exclude<Piece, Either | Input>[] {
  return sentence.flatMap((piece) => {
    if (typeof piece === 'string') return [piece]
    if (piece.kind === 'either') return ofJob(piece.job)
    if (piece.kind !== 'input') return [piece]
    const text = piece.value === undefined ? piece.name : `${piece.name}: ${piece.value}`
    return [...(piece.isIntroduced ? ['the input '] : []), { kind: 'code', text } as const]
  })
}

/** With an end, if it has none. */
export function ended(sentence: Sentence): Sentence {
  const last = ofJob(sentence.slice(-1)).at(-1) ?? ''
  const text = typeof last === 'string' ? last : last.text
  return /[.!?…]["”]?$/.test(text) ? sentence : [...sentence, '.']
}

/** With a capital letter at its start, and an end. */
export function asSentence(sentence: Sentence): Sentence {
  return ended(started(sentence))
}

function started([first = '', ...others]: Sentence): Sentence {
  if (typeof first === 'string') return [capitalized(first), ...others]
  if (first.kind === 'either') return [either(started(first.job), started(first.command)), ...others]
  if (first.kind === 'input' && first.isIntroduced) return ['The input ', input(first.name), ...others]
  if (first.kind !== 'link') return [first, ...others]
  const { text, command = text } = first
  return [{ ...first, text: capitalized(text), command: capitalized(command) }, ...others]
}

export function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
