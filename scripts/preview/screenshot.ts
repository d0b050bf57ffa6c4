// Pictures of pages, taken with the Chromium that is installed on this machine.
import { access } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** A phone, and a comment as GitHub shows it on a large screen. Taller pages are cut. */
const WIDTHS = [400, 760]
const TALLEST = 6000

/** Takes a PNG per width next to each HTML file. Without Chromium it takes none and says what to install. */
export async function takePictures(htmlFiles: readonly string[], say: (line: string) => void): Promise<void> {
  const executablePath = await findChromium()
  if (executablePath === null) {
    say(
      `No pictures: no Chromium at ${CANDIDATES.join(', ')}. On Debian: apt-get install chromium fonts-noto-color-emoji`,
    )
    return
  }
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ deviceScaleFactor: 1.5 })
    for (const file of htmlFiles) {
      await page.goto(pathToFileURL(file).href)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 600 })
        const height = Math.min(TALLEST, await page.evaluate('document.body.scrollHeight').then(Number))
        const picture = file.replace(/\.html$/, `.${width}.png`)
        await page.screenshot({ path: picture, clip: { x: 0, y: 0, width, height }, fullPage: true })
        say(picture)
      }
    }
  } finally {
    await browser.close()
  }
}

async function findChromium(): Promise<string | null> {
  for (const file of CANDIDATES) {
    const exists = await access(file).then(
      () => true,
      () => false,
    )
    if (exists) return file
  }
  return null
}
