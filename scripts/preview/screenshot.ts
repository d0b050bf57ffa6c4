// Pictures of pages, taken with the Chromium that is installed on this machine.
import { access } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** Wide enough for a comment as GitHub shows it; taller pages are cut, a picture of them helps nobody. */
const VIEWPORT = { width: 908, height: 600 }
const TALLEST = 6000

/** Takes a PNG beside each HTML file. Says what is missing where no Chromium is installed, and takes none. */
export async function takePictures(htmlFiles: readonly string[], say: (line: string) => void): Promise<void> {
  const executablePath = await findChromium()
  if (executablePath === null) {
    say(`No pictures: no Chromium at ${CANDIDATES.join(', ')}. On Debian: apt-get install chromium`)
    return
  }
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ viewport: VIEWPORT, deviceScaleFactor: 1.5 })
    for (const file of htmlFiles) {
      await page.goto(pathToFileURL(file).href)
      const height = Math.min(TALLEST, await page.evaluate('document.body.scrollHeight').then(Number))
      const picture = file.replace(/\.html$/, '.png')
      await page.screenshot({
        path: picture,
        clip: { x: 0, y: 0, width: VIEWPORT.width, height },
        fullPage: true,
      })
      say(picture)
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
