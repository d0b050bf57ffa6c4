// Builds pages for the tests, and opens them in the Chromium of this machine.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { buildPage } from '../../scripts/build-page.ts'
import { hasChromium } from '../../scripts/preview/screenshot.ts'
import type { GateOutcome } from '../../src/gate/results.ts'
import { htmlPage } from '../../src/report/html-page.ts'
import { sampleContext } from '../fixtures/sample-outcome.ts'

/** Whether the tests in a browser run. In CI they have to. */
export const hasBrowser = hasChromium || process.env['CI'] === 'true'
if (!hasBrowser)
  console.warn('Not tested in a browser: no Chromium found. On Debian: apt-get install chromium')

export { launchBrowser } from '../../scripts/preview/screenshot.ts'

let built: Promise<string> | null = null

/** Writes the page of an outcome, and returns its address. */
export async function writePage(outcome: GateOutcome): Promise<string> {
  built ??= buildPage()
  const template = await built
  const file = join(mkdtempSync(join(tmpdir(), 'page-')), 'report.html')
  writeFileSync(file, [...htmlPage(outcome, sampleContext, { template })].join(''))
  return pathToFileURL(file).href
}

export interface OpenPage {
  readonly page: Page
  /** Requests, errors, dialogs and messages of the console: there should be none. */
  readonly incidents: readonly string[]
}

interface View {
  readonly scheme?: 'light' | 'dark'
  readonly width?: number
}

/** Opens the page in a profile of its own. */
export async function open(
  browser: Browser,
  url: string,
  { scheme = 'light', width = 1280 }: View = {},
): Promise<OpenPage> {
  const page = await browser.newPage({ viewport: { width, height: 860 }, colorScheme: scheme })
  const incidents: string[] = []
  page.on('console', (message) => incidents.push(`console: ${message.text()}`))
  page.on('pageerror', (error) => incidents.push(`error: ${error.message}`))
  page.on('dialog', (dialog) => incidents.push(`dialog: ${dialog.message()}`))
  page.on('request', (request) => {
    const loaded = request.url()
    if (loaded.split('#')[0] !== url.split('#')[0] && !loaded.startsWith('data:,'))
      incidents.push(`request: ${loaded}`)
  })
  await page.goto(url)
  await page.waitForSelector('main')
  return { page, incidents }
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds, as `rule: element`. */
export async function violations(page: Page): Promise<readonly string[]> {
  // Evaluated by the debugger: the page's policy stops scripts of others.
  await page.evaluate(axe)
  const found: { violations: { id: string; nodes: { target: string[] }[] }[] } =
    await page.evaluate('axe.run()')
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}
