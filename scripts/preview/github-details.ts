// What GitHub adds to the HTML of a comment after cleaning it, where that shows: text direction, coloured diffs.
import type { Element, ElementContent, Root } from 'hast'

const directedElements = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol'])

/** Gives paragraphs, headings and lists `dir="auto"`, so that right-to-left text stands right. */
export function letTextDecideDirection() {
  return (tree: Root): void =>
    walk(tree, (element) => {
      if (directedElements.has(element.tagName)) element.properties['dir'] = 'auto'
    })
}

/** Colours the added and removed lines of fences marked `diff`, with the classes of GitHub's stylesheet. */
export function colourDiffs() {
  return (tree: Root): void =>
    walk(tree, (element) => {
      const text = element.children[0]
      if (!isDiff(element) || text?.type !== 'text') return
      element.children = text.value.split(/(?<=\n)/).map(colourLine)
    })
}

function isDiff(element: Element): boolean {
  const classes = element.properties['className']
  return element.tagName === 'code' && Array.isArray(classes) && classes.includes('language-diff')
}

function colourLine(line: string): ElementContent {
  const text = { type: 'text', value: line } as const
  if (!/^[+-]/.test(line)) return text
  const className = line.startsWith('+') ? ['pl-mi1'] : ['pl-md']
  return { type: 'element', tagName: 'span', properties: { className }, children: [text] }
}

function walk(parent: Root | Element, visit: (element: Element) => void): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue
    visit(child)
    walk(child, visit)
  }
}
