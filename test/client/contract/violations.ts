// Holds exchanges against a description: what was sent and what came back.
import { type Description, type Operation, partsOf } from './description.ts'
import type { Exchange } from './recording-fetch.ts'

/** The header that carries a service's key. */
export type KeyHeader = 'x-api-key' | 'authorization'

/** What in an exchange is not as described. */
export async function violationsOf(
  exchange: Exchange,
  description: Description,
  keyHeader: KeyHeader,
): Promise<string[]> {
  const operation = description.operationOf(exchange)
  const name = `${exchange.method} ${exchange.url.pathname} ${exchange.status}`
  if (operation === undefined) return [`${name}: no such operation`]
  const violations = [
    ...keyViolations(exchange, operation, keyHeader),
    ...(await parameterViolations(exchange, operation, description)),
    ...(await bodyViolations(exchange, operation, description)),
    ...(await responseViolations(exchange, operation, description)),
  ]
  return violations.map((violation) => `${name}: ${violation}`)
}

function keyViolations({ headers }: Exchange, { open }: Operation, keyHeader: KeyHeader): string[] {
  if (headers.has(keyHeader) === open) return [open ? 'a key on an open route' : 'no key']
  const value = headers.get(keyHeader)
  return value === null || keyHeader === 'x-api-key' || value.startsWith('Bearer ') ? [] : ['no bearer key']
}

async function parameterViolations(
  { url }: Exchange,
  { path, parameters }: Operation,
  description: Description,
): Promise<string[]> {
  const given = [
    ...[...(partsOf(path, url) ?? [])].map(([name, text]) => ({ name, text, place: 'path' })),
    ...[...url.searchParams].map(([name, text]) => ({ name, text, place: 'query' })),
  ]
  const violations = given.map(async ({ name, text, place }) => {
    const known = parameters.find((each) => each.name === name && each.in === place)
    if (known === undefined) return [`unknown ${place} parameter ${name}`]
    // In a URL every value is text: it may be meant as the text itself, or as the JSON that it reads as.
    const readings = await Promise.all(
      [text, jsonOf(text)].map((value) => description.violationsOf(value, known.pointer)),
    )
    return readings.some((each) => each.length === 0) ? [] : (readings[0] ?? [])
  })
  return (await Promise.all(violations)).flat()
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function bodyViolations(
  { body, headers }: Exchange,
  operation: Operation,
  description: Description,
): Promise<string[]> {
  if (body === undefined) return operation.body === 'required' ? ['no body'] : []
  if (operation.body === 'none') return ['a body where none is taken']
  if (headers.get('content-type') !== 'application/json') return ['a body that is not said to be JSON']
  return description.violationsOf(body, `${operation.pointer}/requestBody/content/application~1json/schema`)
}

async function responseViolations(
  { status, responseBody }: Exchange,
  { responses }: Operation,
  description: Description,
): Promise<string[]> {
  const pointer = responses.get(status)
  return pointer === undefined
    ? ['a status that is not described']
    : description.violationsOf(responseBody, pointer)
}
