// The published schema of test files, for editors. It accepts and refuses what the reader does.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { getLanguageService } from 'yaml-language-server'
import * as z from 'zod/mini'
import { testFileSchema } from '../../src/test-files/schema.ts'

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

describe('an editor', () => {
  const language = getLanguageService({
    schemaRequestService: async (url) => {
      if (url !== 'file:///project/node_modules/agent-tests/schema/tests.v1.json') throw new Error(url)
      return JSON.stringify(jsonSchema)
    },
    workspaceContext: { resolveRelativePath: (path, base) => new URL(path, base).href },
  })
  language.configure({ validate: true, completion: true })
  /** A file whose first line names the schema, as in the documents. */
  const fileOf = (text: string) => {
    const line = '# yaml-language-server: $schema=../../node_modules/agent-tests/schema/tests.v1.json\n'
    const url = `file:///project/agent-tests/support-bot/${encodeURIComponent(text)}.yml`
    return TextDocument.create(url, 'yaml', 1, line + text)
  }
  const start = '- name: A\n  history:\n    - { role: user, content: Hi }\n'

  it.each([
    [`${start}  ev`, 'evaluators'],
    [`${start}  evaluators:\n    - name: Tone\n      `, 'variable_values'],
    ['- name: A\n  type: ', 'tool_call'],
    ['- name: A\n  history:\n    - role: ', 'assistant'],
  ])('completes %j with %s', async (text, label) => {
    const file = fileOf(text)
    const { items } = await language.doComplete(file, file.positionAt(file.getText().length), false)
    expect(items.map((item) => item.label)).toContain(label)
  })

  it.each([
    [`${start}  evaluators: [{ name: Tone }]\n`, []],
    [
      `${start}  evaluators: [{ name: Tone }]\n  evaluatorss: []\n`,
      ['6: Property evaluatorss is not allowed.'],
    ],
    [`${start}  evaluators:\n    - name: Tone\n      values: {}\n`, ['7: Property values is not allowed.']],
    [start, ['2: Missing property "evaluators".']],
  ])('checks %j', async (text, errors) => {
    const found = await language.doValidation(fileOf(text), false)
    expect(found.map(({ range, message }) => `${range.start.line + 1}: ${message}`)).toEqual(errors)
  })
})
