// Turns a comment's markdown into a page that looks as it does on GitHub: for the preview and the demo.
import { readFile } from 'node:fs/promises'
import type { Root } from 'hast'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { colourDiffs, letTextDecideDirection } from './github-details.ts'

export type Theme = 'light' | 'dark'

/** `title` names the page, as a browser's tab shows it. */
export interface PageOptions {
  readonly theme: Theme
  readonly title: string
}

const frameColours = {
  light: { page: '#ffffff', border: '#d1d9e0', header: '#f6f8fa', text: '#59636e', strong: '#1f2328' },
  dark: { page: '#0d1117', border: '#3d444d', header: '#151b23', text: '#9198a1', strong: '#f0f6fc' },
} as const

const reader = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeRaw)
  .use(rehypeSanitize)
  .use(letTextDecideDirection)
  .use(colourDiffs)
const writer = unified().use(rehypeStringify)

/** The elements that GitHub makes of a comment: raw HTML is allowed, then cleaned by GitHub's own schema. */
export function renderGitHubTree(markdown: string): Promise<Root> {
  return reader.run(reader.parse(markdown))
}

/** A whole HTML page, styles included, that shows the markdown as a comment on a pull request. */
export async function renderGitHubPage(markdown: string, { theme, title }: PageOptions): Promise<string> {
  const [tree, stylesheet] = await Promise.all([renderGitHubTree(markdown), readStylesheet(theme)])
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
${stylesheet}
${frameStyles(theme)}
</style>
</head>
<body>
<article class="comment">
<header><strong>github-actions</strong> <span class="badge">bot</span> commented</header>
<div class="markdown-body">
${writer.stringify(tree)}
</div>
</article>
</body>
</html>
`
}

function readStylesheet(theme: Theme): Promise<string> {
  return readFile(new URL(import.meta.resolve(`github-markdown-css/github-markdown-${theme}.css`)), 'utf8')
}

function frameStyles(theme: Theme): string {
  const { page, border, header, text, strong } = frameColours[theme]
  return `body { margin: 0; padding: 12px; background: ${page}; }
.comment { max-width: 860px; margin: 0 auto; border: 1px solid ${border}; border-radius: 6px; overflow: hidden; }
.comment > header { padding: 8px 16px; background: ${header}; border-bottom: 1px solid ${border}; color: ${text};
  font: 14px/21px -apple-system, BlinkMacSystemFont, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; }
.comment > header strong { color: ${strong}; }
.comment > header .badge { padding: 0 6px; border: 1px solid ${border}; border-radius: 2em; font-size: 12px; }
.comment > .markdown-body { padding: 16px; font-size: 14px; }`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
