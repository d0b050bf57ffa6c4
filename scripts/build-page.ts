// Builds the HTML page from src/page/: one file, whose policy allows only its own script and style, by hash.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const folder = fileURLToPath(new URL('../src/page/', import.meta.url))

/** The page with a marker where its data goes (src/report/html-page.ts). */
export async function buildPage(): Promise<string> {
  const script = await bundle('main.tsx')
  const style = await bundle('style/page.css')
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const license = readFileSync(
    fileURLToPath(new URL('../node_modules/preact/LICENSE', import.meta.url)),
    'utf8',
  )
  const parts: Readonly<Record<string, string>> = {
    __LICENSE__: license.trim(),
    __POLICY__: policy,
    __STYLE__: style,
    __SCRIPT__: script,
  }
  return readFileSync(`${folder}index.html`, 'utf8').replace(
    /(?:\/\* )?(__(?:LICENSE|POLICY|STYLE|SCRIPT)__)(?: \*\/)?/g,
    (_, marker: string) => parts[marker] ?? '',
  )
}

async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${folder}${entry}`],
    tsconfig: `${folder}tsconfig.json`,
    bundle: true,
    minify: true,
    write: false,
    charset: 'utf8',
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
  })
  // Inside its element, nothing may end it.
  return (outputFiles[0]?.text ?? '').trim().replaceAll('</', '<\\/')
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
