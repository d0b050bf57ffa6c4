// Pictures of pages, taken with the Chromium that is installed on this machine.
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium } from 'playwright-core'

const CHROMIUM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
].find(existsSync)
export const hasChromium = CHROMIUM !== undefined
const MISSING = 'No Chromium found. On Debian: apt-get install chromium fonts-noto-color-emoji'

/** A phone, and a comment as GitHub shows it on a large screen. Taller pages are cut. */
const WIDTHS = [400, 760]
const SCHEMES = ['light', 'dark'] as const
const TALLEST = 6000

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
    const page = await browser.newPage({ deviceScaleFactor: 1.5 })
    for (const file of htmlFiles) {
      await page.goto(pathToFileURL(file).href)
      for (const [scheme, width] of SCHEMES.flatMap((scheme) =>
        WIDTHS.map((each) => [scheme, each] as const),
      )) {
        await page.emulateMedia({ colorScheme: scheme })
        await page.setViewportSize({ width, height: 600 })
        const height = Math.min(TALLEST, await page.evaluate('document.body.scrollHeight').then(Number))
        const picture = file.replace(/\.html$/, `.${scheme}.${width}.png`)
        await page.screenshot({ path: picture, clip: { x: 0, y: 0, width, height }, fullPage: true })
        say(picture)
      }
    }
  } finally {
    await browser.close()
  }
}
