// The published schema of the results file.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { resultsSchema } from '../src/schema.ts'
import { resultsOfScenario, scenarios } from './fixtures/scenarios.ts'

const jsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:agent-tests:results:v5',
  title: 'Results of agent-tests, version 5',
  description:
    'The file that the output `results-file` names. Version 5 may get more fields; none is removed or changes its meaning, so ignore what you do not know.',
  ...z.toJSONSchema(resultsSchema, {
    override({ jsonSchema }) {
      // Both allow what is allowed anyway.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      delete jsonSchema.additionalProperties
    },
  }),
}

const validate = new Ajv2020({
  strict: true,
  strictTypes: false,
  allErrors: true,
  formats: { uri: true, date: true, 'date-time': true },
}).compile(jsonSchema)

describe('schema/results.v5.json', () => {
  it('is generated from the schema of the reader', async () => {
    await expect(`${JSON.stringify(jsonSchema, null, 2)}\n`).toMatchFileSnapshot('../schema/results.v5.json')
  })

  it.each(Object.keys(scenarios))('describes the results of scenario %s, without loss', (name) => {
    const results = resultsOfScenario(name)
    validate(results)
    expect(validate.errors).toBeNull()
    expect(z.parse(resultsSchema, results)).toEqual(results)
  })

  it('requires ids, statuses and counts, and allows more fields', () => {
    const results = resultsOfScenario('all-details')
    expect(validate({ ...results, added: 1 })).toBe(true)
    for (const wrong of [{ version: 1 }, { verdict: 'green' }, { totals: {} }, { agents: [{ name: 'A' }] }])
      expect(validate({ ...results, ...wrong }), JSON.stringify(wrong)).toBe(false)
  })
})
