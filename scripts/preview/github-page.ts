// Turns a comment's markdown into a page that looks as it does on GitHub: for the preview and the demo.
import { readFile } from 'node:fs/promises'
import type { Element, ElementContent, Root, Text } from 'hast'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'

const directedElements = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol'])

const reader = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true, handlers: { text: withHardBreaks } })
  .use(rehypeRaw)
  .use(rehypeSanitize)
  .use(letTextDecideDirection)
const writer = unified().use(rehypeStringify)

/** The elements that GitHub makes of a comment: raw HTML is allowed, then cleaned by GitHub's own schema. Every line break stays one. */
export function renderGitHubTree(markdown: string): Promise<Root> {
  return reader.run(reader.parse(markdown))
}

/** A whole HTML page, styles included, that shows the markdown as a comment on a pull request, light or dark. */
export function renderGitHubPage(markdown: string, title: string): Promise<string> {
  return htmlPage(title, [comment(markdown)])
}

/** Comments on one page, each below its name. */
export function renderThread(
  title: string,
  comments: readonly { readonly name: string; readonly markdown: string }[],
) {
  const named = comments.map(
    async ({ name, markdown }) => `<h2 class="name">${escapeHtml(name)}</h2>${await comment(markdown)}`,
  )
  return htmlPage(title, named)
}

/** All comments on one page: the first 600 pixels of each, below its name. */
export function renderSheet(comments: readonly { readonly name: string; readonly markdown: string }[]) {
  const cards = comments.map(async ({ name, markdown }) => {
    const links = ['comment', 'summary', 'page'].map(
      (report) => `<a href="${name}.${report}.html">${report}</a>`,
    )
    return `<section><h2>${escapeHtml(name)} <small>${links.join(' · ')}</small></h2>${await comment(markdown)}</section>`
  })
  return htmlPage('All comments', [SHEET, ...cards])
}

async function comment(markdown: string): Promise<string> {
  return `<article class="comment">
<header><strong>github-actions</strong> <span class="badge">bot</span> commented</header>
<div class="markdown-body">
${writer.stringify(await renderGitHubTree(markdown))}
</div>
</article>`
}

async function htmlPage(title: string, parts: readonly (string | Promise<string>)[]): Promise<string> {
  const stylesheet = new URL(import.meta.resolve('github-markdown-css/github-markdown.css'))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
${await readFile(stylesheet, 'utf8')}
${FRAME}
</style>
</head>
<body>
${(await Promise.all(parts)).join('\n')}
</body>
</html>
`
}

const SHEET = `<style>
body { display: flex; flex-wrap: wrap; gap: 16px; color: light-dark(#1f2328, #f0f6fc); font: 14px sans-serif; }
section { width: min(760px, 100%); }
h2 { margin: 8px 0; font-size: 16px; }
section .comment { max-height: 600px; }
</style>`

const FRAME = `:root { color-scheme: light dark; --border: light-dark(#d1d9e0, #3d444d); }
body { margin: 0; padding: 12px; background: light-dark(#ffffff, #0d1117); }
.name { max-width: 860px; margin: 24px auto 8px; color: light-dark(#1f2328, #f0f6fc); font: 600 16px sans-serif; }
.comment { max-width: 860px; margin: 0 auto; border: 1px solid var(--border); border-radius: 6px; overflow: hidden; }
.comment > header { padding: 8px 16px; background: light-dark(#f6f8fa, #151b23); border-bottom: 1px solid var(--border);
  color: light-dark(#59636e, #9198a1);
  font: 14px/21px -apple-system, BlinkMacSystemFont, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; }
.comment > header strong { color: light-dark(#1f2328, #f0f6fc); }
.comment > header .badge { padding: 0 6px; border: 1px solid var(--border); border-radius: 2em; font-size: 12px; }
.comment > .markdown-body { padding: 16px; font-size: 14px; }`

/** Gives paragraphs, headings and lists `dir="auto"`, so that right-to-left text stands right. */
function letTextDecideDirection() {
  return (tree: Root): void =>
    walk(tree, (element) => {
      if (directedElements.has(element.tagName)) element.properties['dir'] = 'auto'
    })
}

function withHardBreaks(_: unknown, { value }: Text): ElementContent[] {
  return value.split('\n').flatMap((line, index): ElementContent[] => {
    const text = { type: 'text', value: line } as const
    return index === 0 ? [text] : [{ type: 'element', tagName: 'br', properties: {}, children: [] }, text]
  })
}

function walk(parent: Root | Element, visit: (element: Element) => void): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue
    visit(child)
    walk(child, visit)
  }
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
