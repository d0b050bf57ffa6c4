// Every answer that the descriptions allow is read by the method of its operation.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEvaluationClient, createVoiceFormClient } from '../../../src/client/index.ts'
import type { Operation } from './description.ts'
import { evaluationCalls, voiceFormCalls } from './every-method.ts'
import { answersAt } from './generated-responses.ts'
import { consistent, evaluation, voiceForm } from './generated-service.ts'

function options(answer: unknown) {
  const respond = async () => Response.json(consistent(answer))
  return { baseUrl: 'https://service.test', apiKey: 'secret-key-0123456789', maxRetries: 0, fetch: respond }
}

const services = [
  {
    name: 'evaluation',
    ...evaluation,
    names: Object.keys(evaluationCalls),
    call: async (id: string, answer: unknown) =>
      evaluationCalls[id]?.(createEvaluationClient(options(answer))),
  },
  {
    name: 'voice-form',
    ...voiceForm,
    names: Object.keys(voiceFormCalls),
    call: async (id: string, answer: unknown) => voiceFormCalls[id]?.(createVoiceFormClient(options(answer))),
  },
]

describe.each(services)('$name', ({ document, description: { operations }, names, call }) => {
  it('has a call for every operation', () => {
    expect(names.sort()).toEqual(operations.map(({ id }) => id).sort())
  })

  it.each(operations)(
    '$id reads every answer that $method $path allows',
    async ({ id, answers }: Operation) => {
      const generated = answersAt(document, answers.get(200) ?? '')
      await fc.assert(
        fc.asyncProperty(generated, async (answer) => {
          expect(await call(id, answer)).toBeTypeOf('object')
        }),
        { numRuns: 100 },
      )
    },
  )
})
