// Texts and links that all parts of the page share.
import type { ComponentChildren } from 'preact'
import { capitalized } from '../results/verdict-reasons.ts'

/** Untrusted text with its line breaks, in the direction of its script. */
export function Text({ text }: { readonly text: string }) {
  return (
    <p class="text" dir="auto">
      {text}
    </p>
  )
}

/** Our own words, in which backticks mark code. */
export function WithCode({ text }: { readonly text: string }) {
  return (
    <>{text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}</>
  )
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

/** With a capital at the start and an end. */
export function asSentence(text: string): string {
  return `${capitalized(text)}${/[.!?…]$/.test(text) ? '' : '.'}`
}
