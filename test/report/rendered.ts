// What a reader gets of markdown, and what GitHub would link in it by itself: for the tests of everything that writes markdown.
import type { Element, Root, Text } from 'hast'
import { renderGitHubTree } from '../../scripts/preview/github-page.ts'

/** A rendered comment: every element, and every text that stands outside code, in the order of the page. */
export interface Rendered {
  readonly elements: readonly Element[]
  /** Tag names as nested, without the text: `p(span br) table(…)`. */
  readonly skeleton: string
  readonly text: string
  /** Texts in which GitHub looks for mentions and references: not those in code or links. */
  readonly looseTexts: readonly string[]
}

export async function rendered(markdown: string): Promise<Rendered> {
  const tree = await renderGitHubTree(markdown)
  const elements: Element[] = []
  const texts: string[] = []
  const looseTexts: string[] = []
  walk(tree, false)
  return {
    elements,
    skeleton: skeletonOf(tree),
    text: texts.join(''),
    looseTexts,
  }

  function walk(parent: Root | Element, quiet: boolean): void {
    for (const child of parent.children) {
      if (child.type === 'text') {
        texts.push(child.value)
        if (!quiet && !isLoneDollar(parent, child)) looseTexts.push(child.value)
      }
      if (child.type !== 'element') continue
      elements.push(child)
      if (child.tagName === 'br') texts.push('\n')
      walk(child, quiet || ['code', 'pre', 'a'].includes(child.tagName))
    }
  }
}

/** GitHub's own way to write a dollar sign that starts no formula: `<span>$</span>`. */
function isLoneDollar(parent: Root | Element, { value }: Text): boolean {
  return parent.type === 'element' && parent.tagName === 'span' && value === '$'
}

/** Line breaks and lone dollars are how text is written; every other element is structure. */
function skeletonOf(parent: Root | Element): string {
  return parent.children
    .flatMap((child) => (child.type === 'element' && !['br', 'span'].includes(child.tagName) ? [child] : []))
    .map((element) => `${element.tagName}(${skeletonOf(element)})`)
    .join(' ')
}

/** What GitHub makes a link, a picture or a formula of, in text as it stands on the page. */
const automatic: Readonly<Record<string, RegExp>> = {
  mention: /@[a-z\d]/i,
  issue: /#\d/,
  'issue by prefix': /\bGH-\d/i,
  advisory: /\b(?:GHSA|CVE)-\w/i,
  commit: /[0-9a-f]{7}/i,
  address: /:\/\//,
  'address without scheme': /www\./i,
  'mail address': /\w@\w/,
  emoji: /:[\w+-]+:/,
  formula: /\$[^$]*\$/,
}

/** Which of them are in the texts, with the text. */
export function automaticLinks(looseTexts: readonly string[]): string[] {
  return looseTexts.flatMap((text) =>
    Object.entries(automatic).flatMap(([kind, pattern]) => (pattern.test(text) ? [`${kind}: ${text}`] : [])),
  )
}
