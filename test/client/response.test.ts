import { describe, expect, it } from 'vitest'
import { readBytes } from '../../src/client/response.ts'

function responseOf(chunks: readonly (string | Uint8Array)[], seen = { pulled: 0, cancelled: false }) {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const chunk = chunks[seen.pulled]
      seen.pulled += 1
      if (chunk === undefined) return controller.close()
      controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : new Uint8Array(chunk))
    },
    cancel() {
      seen.cancelled = true
    },
  })
  return new Response(body)
}

async function textOf(...read: Parameters<typeof readBytes>) {
  const { bytes, cut } = await readBytes(...read)
  return { text: new TextDecoder().decode(bytes), cut }
}

describe('readBytes', () => {
  it('joins the chunks', async () => {
    expect((await textOf(responseOf(['{"a":', '1}']), 100)).text).toBe('{"a":1}')
  })

  it('decodes a character split across two chunks', async () => {
    const bytes = new TextEncoder().encode('a😀b')
    const chunks = [bytes.subarray(0, 3), bytes.subarray(3)]
    expect((await textOf(responseOf(chunks), 100)).text).toBe('a😀b')
  })

  it('returns a body of exactly the limit whole', async () => {
    expect(await textOf(responseOf(['12345', '67890']), 10)).toEqual({ text: '1234567890', cut: false })
  })

  it('cuts a body at the limit', async () => {
    expect(await textOf(responseOf(['12345', '67890']), 7)).toEqual({ text: '1234567', cut: true })
  })

  it('stops reading an endless body', async () => {
    const seen = { pulled: 0, cancelled: false }
    const endless = responseOf(new Array<string>(100_000).fill('x'.repeat(1000)), seen)
    await readBytes(endless, 10_000)
    expect(seen.cancelled).toBe(true)
    expect(seen.pulled).toBeLessThan(20)
  })
})
