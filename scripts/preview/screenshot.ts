// Pictures of pages, taken with the Chromium that is installed on this machine.
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium } from 'playwright-core'

const CHROMIUM = [
  // Without a window, and several times faster.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
].find(existsSync)
export const hasChromium = CHROMIUM !== undefined
const MISSING =
  'No Chromium found. On Debian: apt-get install chromium-headless-shell fonts-liberation fonts-noto-color-emoji'

/** As wide as the fonts of GitHub. Without it, Chromium on Linux has DejaVu Sans, which is a tenth wider. */
const NARROW =
  ':root, .markdown-body, .comment > header { font-family: "Liberation Sans", Arial, sans-serif !important }'

/** A phone, a comment as GitHub shows it on a large screen, and a window. Taller pages are cut. */
const VIEWS = [
  { width: 400, tallest: 6000 },
  { width: 760, tallest: 6000 },
  { width: 1200, tallest: 900 },
]
const SCHEMES = ['light', 'dark'] as const

/** @throws Error if there is no Chromium on this machine */
export function launchBrowser(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error(MISSING)
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
}

/** Takes a PNG per color scheme and width next to each HTML file. Without Chromium it fails and says what to install. */
export async function takePictures(htmlFiles: readonly string[], say: (line: string) => void): Promise<void> {
  if (!hasChromium) {
    console.error(MISSING)
    process.exitCode = 1
    return
  }
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ deviceScaleFactor: 1.5, bypassCSP: true })
    for (const file of htmlFiles)
      for (const { width, tallest } of VIEWS) {
        await page.setViewportSize({ width, height: 600 })
        // The page folds its charts when a phone opens it, but not when a window gets narrow.
        await page.goto(pathToFileURL(file).href)
        await page.addStyleTag({ content: NARROW })
        // The page unpacks its data first.
        await page.waitForFunction("document.querySelector('#app:empty') === null")
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme })
          const height = Math.min(tallest, await page.evaluate('document.body.scrollHeight').then(Number))
          const path = file.replace(/\.html$/, `.${colorScheme}.${width}.png`)
          await page.screenshot({ path, clip: { x: 0, y: 0, width, height }, fullPage: true })
          say(path)
        }
      }
  } finally {
    await browser.close()
  }
}
