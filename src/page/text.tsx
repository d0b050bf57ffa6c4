// Texts and links that all parts of the page share.
import type { ComponentChildren } from 'preact'
import { lineBreak } from '../results/blocks.ts'
import { ofJob, type Sentence } from '../results/sentence.ts'

/** Untrusted text with its line breaks, in the direction of its script. */
export function Text({ text }: { readonly text: string }) {
  return (
    <p class="text" dir="auto">
      {text}
    </p>
  )
}

/** Our own words with the names and quotes in them. */
export function Words({ sentence }: { readonly sentence: Sentence }) {
  return (
    <span dir="auto">
      {ofJob(sentence).map((piece, index) => (
        <PieceText key={index} piece={piece} />
      ))}
    </span>
  )
}

function PieceText({ piece }: { readonly piece: ReturnType<typeof ofJob>[number] }) {
  if (piece === lineBreak) return <br />
  if (typeof piece === 'string') return <>{piece}</>
  switch (piece.kind) {
    case 'strong':
      return <strong>{piece.text}</strong>
    case 'code':
      return <code>{piece.text}</code>
    case 'link':
      return <Link url={piece.url}>{piece.text}</Link>
    case 'agent':
    case 'test':
      return piece.isStrong ? (
        <strong>
          <bdi>{piece.text}</bdi>
        </strong>
      ) : (
        <bdi>{piece.text}</bdi>
      )
    case 'said':
      return <bdi>{piece.text}</bdi>
    default:
      return piece satisfies never
  }
}

interface LinkProps {
  readonly url: string | null
  readonly children: ComponentChildren
}

/** Just the text if the address is none of the web: other schemes could run something. */
export function Link({ url, children }: LinkProps) {
  return url !== null && /^https?:\/\//i.test(url) ? <a href={url}>{children}</a> : children
}

/** `2026-11-21 09:30 UTC` */
export function formatTime(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`
}
