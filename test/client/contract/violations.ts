// Holds a client's requests against a description.
import { type Description, type Operation, partsOf } from './description.ts'

/** What in a request is not as the operation wants it. */
export async function requestViolations(
  request: Request,
  operation: Operation,
  description: Description,
): Promise<string[]> {
  const url = new URL(request.url)
  if (description.operationOf({ method: request.method, url }) !== operation)
    return [`${request.method} ${url.pathname} is not ${operation.method} ${operation.path}`]
  return [
    ...keyViolations(request, operation, description),
    ...(await parameterViolations(url, operation, description)),
    ...(await bodyViolations(request, operation, description)),
  ]
}

function keyViolations({ headers }: Request, { open }: Operation, { keyHeader }: Description): string[] {
  if (headers.has(keyHeader) === open) return [open ? 'a key on an open route' : 'no key']
  const value = headers.get(keyHeader)
  return value === null || keyHeader === 'x-api-key' || value.startsWith('Bearer ') ? [] : ['no bearer key']
}

async function parameterViolations(
  url: URL,
  { path, parameters }: Operation,
  description: Description,
): Promise<string[]> {
  const given = [
    ...[...(partsOf(path, url) ?? [])].map(([name, text]) => ({
      name,
      text: decodeURIComponent(text),
      place: 'path',
    })),
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
  request: Request,
  operation: Operation,
  description: Description,
): Promise<string[]> {
  const body = await request.clone().text()
  if (body === '') return operation.body === 'required' ? ['no body'] : []
  if (operation.body === 'none') return ['a body where none is taken']
  if (request.headers.get('content-type') !== 'application/json')
    return ['a body that is not said to be JSON']
  const pointer = `${operation.pointer}/requestBody/content/application~1json/schema`
  return description.violationsOf(JSON.parse(body), pointer)
}
