// Every response that the descriptions allow is read by the method of its operation.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEvaluationClient, createVoiceFormClient } from '../../../src/client/index.ts'
import type { Operation } from './description.ts'
import { evaluationCalls, voiceFormCalls } from './every-method.ts'
import { responsesAt } from './generated-responses.ts'
import { consistent, evaluation, voiceForm } from './generated-service.ts'

function options(response: unknown) {
  const respond = async () => Response.json(consistent(response))
  return { baseUrl: 'https://service.test', apiKey: 'secret-key-0123456789', maxRetries: 0, fetch: respond }
}

const services = [
  {
    name: 'evaluation',
    ...evaluation,
    names: Object.keys(evaluationCalls),
    call: async (id: string, response: unknown) =>
      evaluationCalls[id]?.(createEvaluationClient(options(response))),
  },
  {
    name: 'voice-form',
    ...voiceForm,
    names: Object.keys(voiceFormCalls),
    call: async (id: string, response: unknown) =>
      voiceFormCalls[id]?.(createVoiceFormClient(options(response))),
  },
]

describe.each(services)('$name', ({ document, description: { operations }, names, call }) => {
  it('has a call for every operation', () => {
    expect(names.sort()).toEqual(operations.map(({ id }) => id).sort())
  })

  it.each(operations)(
    '$id reads every response that $method $path allows',
    async ({ id, responses }: Operation) => {
      const generated = responsesAt(document, responses.get(200) ?? '')
      await fc.assert(
        fc.asyncProperty(generated, async (response) => {
          expect(await call(id, response)).toBeTypeOf('object')
        }),
        { numRuns: 100 },
      )
    },
  )
})
