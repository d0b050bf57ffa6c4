import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { INPUT_NAMES } from '../src/inputs.ts'
import { anyKey, anyText, faultsOf, parse, valid } from './parsed-inputs.ts'

describe('the key', () => {
  test.each(['', ' ', '\n'])(
    'may not be %j, and the fault names the pull requests that get no secrets',
    (key) => {
      const [fault, ...others] = faultsOf({ 'api-key': key })
      expect(fault).toMatchObject({
        input: 'api-key',
        message: expect.stringMatching(/empty.*forks.*Dependabot/),
      })
      expect(others).toEqual([])
    },
  )

  test.each(['two words', 'two\nlines', 'Schlüssel', 'zero\u200Bwidth', 'tab\tbed'])(
    'may not be %j, and is not shown',
    (key) => {
      const [fault] = faultsOf({ 'api-key': key })
      expect(fault).toMatchObject({ input: 'api-key', message: expect.stringContaining('that no key has') })
      expect(fault?.message).not.toContain(key)
    },
  )

  test.each(['agents', 'base-url', 'app-url', 'mode', 'poll-interval', 'timeout', 'github-token'] as const)(
    'may not stand in %s too, and is not shown there either',
    (input) => {
      const key = 'sk-0123456789'
      const [fault] = faultsOf({ 'api-key': key, [input]: `https://acme.test/${key}` })
      expect(fault).toMatchObject({ input, message: expect.stringContaining('it holds the API key') })
      expect(fault?.message).not.toContain(key)
    },
  )
})

test.each([
  ['abcd567', true],
  ['abcd5678', false],
])('a key as short as %s may stand elsewhere by chance: %s', (key, ok) => {
  expect(parse({ ...valid, 'api-key': key, agents: `agent ${key}` }).ok).toBe(ok)
})

test('no fault shows the key, wherever it was put', () => {
  const anywhere = fc.constantFrom(...INPUT_NAMES)
  fc.assert(
    fc.property(anyKey, anyText, anywhere, anywhere, (key, text, one, other) => {
      const parsed = parse({ ...valid, [other]: text, [one]: `${text}${key}${text}`, 'api-key': key })
      for (const { message } of parsed.ok ? [] : parsed.faults) expect(message).not.toContain(key)
    }),
    { numRuns: 500 },
  )
})
