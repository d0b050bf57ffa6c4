// An OpenAPI description as the contract tests read it: its operations, and what is wrong with a value by its schemas.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BASIC } from '@hyperjump/json-schema/experimental'
import { validate } from '@hyperjump/json-schema/openapi-3-1'
import * as z from 'zod/mini'

const reference = z.object({ $ref: z.string() })
const parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query']),
  schema: z.looseObject({ type: z.optional(z.union([z.string(), z.array(z.string())])) }),
})
const parameters = z.optional(z.array(z.union([reference, parameter])))
const operation = z.object({
  operationId: z.string(),
  security: z.optional(z.array(z.unknown())),
  parameters,
  requestBody: z.optional(z.object({ required: z.boolean() })),
  responses: z.record(z.string(), z.union([reference, z.object({ content: z.unknown() })])),
})
const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
const pathItem = z.looseObject({ parameters })
const description = z.looseObject({ paths: z.record(z.string(), pathItem) })

export interface Operation {
  readonly id: string
  /** In capitals. */
  readonly method: string
  readonly path: string
  /** Called without a key. */
  readonly open: boolean
  readonly body: 'required' | 'optional' | 'none'
  readonly parameters: readonly {
    readonly name: string
    readonly in: 'path' | 'query'
    readonly pointer: string
  }[]
  /** JSON pointers to the schemas of the responses, by status. */
  readonly responses: ReadonlyMap<number, string>
  readonly pointer: string
}

export interface Description {
  readonly operations: readonly Operation[]
  /** The header that carries the key. */
  readonly keyHeader: 'x-api-key' | 'authorization'
  /** What is wrong with the description itself. */
  violations(): Promise<string[]>
  operationOf(request: { readonly method: string; readonly url: URL }): Operation | undefined
  /** What is wrong with a value, by the schema at a JSON pointer. */
  violationsOf(value: unknown, pointer: string): Promise<string[]>
}

export const evaluationDescription = () =>
  read(new URL('../../../simulator/src/openapi.json', import.meta.url), 'x-api-key')
export const voiceFormDescription = () =>
  read(new URL('voice-form.openapi.json', import.meta.url), 'authorization')

function read(file: URL, keyHeader: Description['keyHeader']): Description {
  const document: unknown = JSON.parse(readFileSync(fileURLToPath(file), 'utf8'))
  const operations = operationsOf(document)
  return {
    operations,
    keyHeader,
    violations: () => violations('https://spec.openapis.org/oas/3.1/schema-base', document),
    operationOf: ({ method, url }) => {
      const matching = operations.filter((each) => each.method === method && partsOf(each.path, url) !== null)
      // `/agents/resolve` before `/agents/{agent_uuid}`.
      return matching.find(({ path }) => !path.includes('{')) ?? matching[0]
    },
    violationsOf: (value, pointer) => violations(`${file.href}#${encodeURI(pointer)}`, value),
  }
}

const validators = new Map<string, ReturnType<typeof validate>>()

async function violations(schema: string, value: unknown): Promise<string[]> {
  const validator = validators.get(schema) ?? validate(schema)
  validators.set(schema, validator)
  const output = (await validator)(z.parse(z.json(), value), BASIC)
  if (output.valid) return []
  return (output.errors ?? []).map(
    ({ instanceLocation, absoluteKeywordLocation }) =>
      `${instanceLocation} breaks ${absoluteKeywordLocation}`,
  )
}

function operationsOf(document: unknown): Operation[] {
  return Object.entries(z.parse(description, document).paths).flatMap(([path, item]) => {
    const at = `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}`
    return methods.flatMap((method) => {
      const found: unknown = item[method]
      if (found === undefined) return []
      const { operationId: id, security, requestBody, responses, ...rest } = z.parse(operation, found)
      const pointer = `${at}/${method}`
      return {
        id,
        method: method.toUpperCase(),
        path,
        open: security?.length === 0,
        body: requestBody === undefined ? 'none' : requestBody.required ? 'required' : 'optional',
        parameters: [
          ...located(document, item.parameters ?? [], at),
          ...located(document, rest.parameters ?? [], pointer),
        ],
        responses: new Map(
          Object.entries(responses).map(([status, response]) => [
            Number(status),
            `${'$ref' in response ? response.$ref.slice(1) : `${pointer}/responses/${status}`}/content/application~1json/schema`,
          ]),
        ),
        pointer,
      } satisfies Operation
    })
  })
}

function located(document: unknown, list: z.infer<typeof parameters> & object, at: string) {
  return list.map((entry, i) => {
    const pointer = '$ref' in entry ? entry.$ref.slice(1) : `${at}/parameters/${i}`
    const { name, in: place } = '$ref' in entry ? z.parse(parameter, lookUp(document, pointer)) : entry
    return { name, in: place, pointer: `${pointer}/schema` }
  })
}

function lookUp(document: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : null),
      document,
    )
}

/** The named parts of a path, encoded; null where the URL is not of this form. */
export function partsOf(path: string, url: URL): Map<string, string> | null {
  const wanted = path.split('/')
  const given = url.pathname.split('/')
  const parts = new Map<string, string>()
  const same =
    wanted.length === given.length &&
    wanted.every((part, i) => {
      const text = given[i] ?? ''
      if (!part.startsWith('{')) return part === text
      parts.set(part.slice(1, -1), text)
      return text !== ''
    })
  return same ? parts : null
}
