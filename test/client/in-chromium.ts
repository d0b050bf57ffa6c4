// Runs programs in a page of the Chromium of this machine.
import { build } from 'esbuild'
import { onTestFinished } from 'vitest'
import { launchBrowser } from '../../scripts/preview/screenshot.ts'
import { serve } from './test-server.ts'

/**
 * Bundles a program and runs it as the module script of a page.
 *
 * @param folder from which its imports are resolved
 * @param address what the program finds as its first argument
 * @returns what it logged
 * @throws the first error of the page
 */
export async function runInChromium(program: string, folder: string, address: string): Promise<string[]> {
  const code = await bundle(program, folder, ['', '', address])
  const browser = await launchBrowser()
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'log' && logged.push(message.text()))
  const failed = new Promise<never>((_, reject) => page.on('pageerror', reject))
  const { url } = await serve((response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html>'),
  )
  await page.goto(url)
  await page.addScriptTag({ type: 'module', content: `${code}\nglobalThis.finished = true` })
  await Promise.race([page.waitForFunction('globalThis.finished', null, { timeout: 0 }), failed])
  return logged
}

/** For browsers: an import of a module of Node is an error. */
export async function bundle(program: string, folder: string, argv: readonly string[] = []): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: folder },
    bundle: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    write: false,
    define: { 'process.argv': JSON.stringify(argv) },
  })
  return outputFiles[0]?.text ?? ''
}
