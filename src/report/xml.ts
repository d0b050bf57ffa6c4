// Writes XML as strings, so that a large document can be produced piece by piece.
import { cutText } from './untrusted-text.ts'

export type Attributes = Readonly<Record<string, string | number>>

/** @param content markup, from `element` or `text` */
export function element(name: string, attributes: Attributes, content = ''): string {
  return content === ''
    ? `<${name}${attributeList(attributes)}/>`
    : `${openTag(name, attributes)}${content}</${name}>`
}

export function openTag(name: string, attributes: Attributes): string {
  return `<${name}${attributeList(attributes)}>`
}

/** Untrusted text as element content, cut to `maxLength` characters before escaping. */
export function text(value: string, maxLength: number): string {
  return escapeXml(cutText(value, maxLength).text)
}

/** Values must contain only characters that XML allows; parsers read a line break in them as a space. */
function attributeList(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('')
}

function escapeXml(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
