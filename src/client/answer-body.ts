// The text of an answer, read whole but never beyond a limit.

export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError'
}

/**
 * Reads a body as UTF-8 text.
 * @param maxBytes bytes to take at the most
 * @param beyond `cut` keeps the first `maxBytes`, `throw` throws a {@link BodyTooLargeError}
 */
export async function readText(
  response: Response,
  maxBytes: number,
  beyond: 'cut' | 'throw',
): Promise<string> {
  if (response.body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) {
      if (beyond === 'throw') throw new BodyTooLargeError(`the answer is larger than ${maxBytes} bytes`)
      return text + decoder.decode(chunk.subarray(0, chunk.byteLength - (bytes - maxBytes)))
    }
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
