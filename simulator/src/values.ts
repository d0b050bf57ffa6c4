// What options of the command line and inputs of the action contain. Functions that read throw an Error that says what to write.

/** @returns what reads such a number; a whole one unless it is `decimal` */
export function numberFrom(least: number, most: number, decimal?: 'decimal'): (text: string) => number {
  const pattern = decimal ? /^\d+(\.\d+)?$/ : /^\d+$/
  return (text) => {
    const number = pattern.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    throw new Error(`Expected a ${decimal ? '' : 'whole '}number from ${least} to ${most}.`)
  }
}

export const portOf = numberFrom(0, 65_535)

export function concurrencyOf(text: string): number {
  if (text === 'unlimited') return Number.POSITIVE_INFINITY
  if (/^[1-9]\d*$/.test(text)) return Number(text)
  throw new Error('Expected a whole number of at least 1, or "unlimited".')
}

/** Others are refused by everything that sends a key. */
export function apiKeyOf(text: string): string {
  if (/^[\x21-\x7e]{8,1024}$/.test(text)) return text
  throw new Error('Expected 8 to 1,024 characters, visible ASCII ones without spaces.')
}

/** @throws Error that begins with `name`, if `reader` does */
export function read<Value>(name: string, text: string, reader: (text: string) => Value): Value {
  try {
    return reader(text)
  } catch (error) {
    throw new Error(`${name}: ${messageOf(error)}`)
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/**
 * Why a simulator could not start, and what to do.
 * @param port how messages name what sets the port
 */
export function startError(error: unknown, port: string): string {
  return Object(error).code === 'EADDRINUSE'
    ? `${port}: ${messageOf(error)}. Choose another one; 0 means any free one.`
    : messageOf(error)
}
