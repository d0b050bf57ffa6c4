// Writes pages for the tests, and opens them in the Chromium of this machine.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { buildPage } from '../../scripts/build-page.ts'
import { hasChromium, launchBrowser } from '../../scripts/preview/screenshot.ts'
import { htmlPage } from '../../src/report/html-page.ts'
import { storyOf } from '../../src/results/story.ts'
import type { Results } from '../../src/schema.ts'
import { createFolder } from '../support/folders.ts'

/** Whether the tests in a browser run. In CI they have to. */
export const hasBrowser = hasChromium || process.env['CI'] === 'true'
if (!hasBrowser)
  console.warn(
    'Not tested in a browser: no Chromium found. On Debian: apt-get install chromium-headless-shell',
  )

interface View {
  /** Which test or agent the address names. */
  readonly anchor?: string
  readonly scheme?: 'light' | 'dark'
  readonly width?: number
  readonly javaScriptEnabled?: boolean
  /** Changes the file before it is opened. */
  readonly edit?: (html: string) => string
}

export interface OpenPage {
  readonly page: Page
  /** Requests, errors, dialogs and messages of the console: there should be none. */
  readonly incidents: readonly string[]
}

/** For the tests of a file: a browser and a folder, which end with them. */
export function usePages() {
  let browser: Browser
  let template: string
  beforeAll(async () => {
    template = await buildPage()
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  /** Opens the page of the results in a profile of its own, until the test is finished. */
  return async function open(results: Results, view: View = {}): Promise<OpenPage> {
    const { anchor, scheme = 'light', width = 1280, javaScriptEnabled = true, edit = (html) => html } = view
    const html = edit(htmlPage(storyOf(results), template).join(''))
    const file = join(createFolder({ 'report.html': html }), 'report.html')
    const address = pathToFileURL(file).href
    const viewport = { width, height: 860 }
    const page = await browser.newPage({ viewport, colorScheme: scheme, javaScriptEnabled })
    onTestFinished(() => page.close())
    const incidents: string[] = []
    page.on('console', (message) => incidents.push(`console: ${message.text()}`))
    page.on('pageerror', (error) => incidents.push(`error: ${error.message}`))
    page.on('dialog', (dialog) => incidents.push(`dialog: ${dialog.message()}`))
    page.on('request', (request) => {
      const loaded = request.url()
      if (loaded.split('#')[0] !== address && !loaded.startsWith('data:,'))
        incidents.push(`request: ${loaded}`)
    })
    await page.goto(anchor === undefined ? address : `${address}#${anchor}`)
    await page.waitForSelector(javaScriptEnabled ? '#app:not(:empty)' : 'noscript')
    return { page, incidents }
  }
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
