// What the HTML page holds: its results, from the compressed block in it.
import { inflateRawSync } from 'node:zlib'
import type { Results } from '../../src/schema.ts'

export function resultsInPage(html: string): Results {
  const block = /<script[^>]* id="data"[^>]*>\s*([A-Za-z0-9+/=]+)\s*<\/script>/.exec(html)?.[1] ?? ''
  return JSON.parse(inflateRawSync(Buffer.from(block, 'base64')).toString())
}
