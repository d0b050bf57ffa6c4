// The published schema of test files, for editors. It accepts and refuses what the reader does.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testFileSchema } from '../../src/tests/schema.ts'

const jsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:agent-tests:tests:v1',
  title: 'Tests of an agent, as files of the repository',
  ...z.toJSONSchema(testFileSchema),
}

const validate = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false }).compile(jsonSchema)

const history = [{ role: 'user', content: 'Hi' }]
const judged = { name: 'A', history, evaluators: [{ name: 'Tone', variable_values: { a: 'b' } }] }
const calls = { name: 'A', type: 'tool_call', history, tool_calls: [{ tool: 'a', arguments: { b: 1 } }] }

describe('schema/tests.v1.json', () => {
  it('is generated from the schema of the reader', async () => {
    await expect(`${JSON.stringify(jsonSchema, null, 2)}\n`).toMatchFileSnapshot('../../schema/tests.v1.json')
  })

  it.each([
    judged,
    calls,
    { ...judged, type: 'conversation', language: 'en', inputs: { a: [null] } },
    { ...judged, history: undefined, type: 'general', input: 'Hi' },
    { ...calls, history: undefined, input: 'Hi' },
  ])('allows %j', (test) => {
    const file = JSON.parse(JSON.stringify([test]))
    expect([validate(file), z.safeParse(testFileSchema, file).success]).toEqual([true, true])
  })

  it.each([
    { ...judged, evaluators: [] },
    { ...judged, type: 'general' },
    { ...judged, critera: 1 },
    { ...calls, evaluators: judged.evaluators },
    { ...judged, name: ' ' },
    { ...judged, history: [{ role: 'bot', content: 'Hi' }] },
    { ...judged, type: 'chat' },
  ])('refuses %j', (test) => {
    expect([validate([test]), z.safeParse(testFileSchema, [test]).success]).toEqual([false, false])
  })
})
