import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseInputs } from '../../src/inputs/inputs.ts'
import { anyKey, anyText, context, errorsOf, inputNames, inputsOf, parse, valid } from './parsed-inputs.ts'

describe('the key', () => {
  test.each(['', ' ', '\n'])('that is %j is told with what else is wrong; alone, it is no error', (key) => {
    expect(errorsOf({ 'api-key': key, mode: 'gatee' })).toEqual([
      { input: 'api-key', message: expect.stringMatching(/empty.*forks.*Dependabot/) },
      { input: 'mode', message: expect.stringContaining('is not valid') },
    ])
    expect(inputsOf({ 'api-key': key }).apiKey).toBe('')
  })

  test.each([
    ['two words', 'a space'],
    ['two\nlines', '"\\n"'],
    ['Schlüssel', '"ü"'],
    ['zero\u200Bwidth', '"\\u{200b}"'],
    ['tab\tstop', '"\\t"'],
    ['"key"', '"\\""'],
    ["'key'", '"\'"'],
    ['“key”', '"“"'],
    ['"key",', '"\\""'],
    ['key;', '";"'],
    ['<key>', '"<"'],
    ['AGENT_TESTS_API_KEY=key', 'a name'],
    ['AGENT_TESTS=key', 'a name'],
    ['apiKey = "key"', 'a space'],
    ['export SERVICE="key"', 'a space'],
    ['$env:API_KEY = "key"', 'a space'],
    ['"api_key":"key"', '"\\""'],
    ['X-API-Key:key', 'a name'],
    ['Bearer key', 'a space'],
    ['key # of the workspace', 'a space'],
  ])('cannot be pasted as %j, and is not shown, in other inputs either', (pasted, found) => {
    const key = 'sk-0123456789='
    // Not in a name.
    const given = pasted.replace(/key(?=[^=:\s\w]*(?:$| #))/, key)
    const [error, other] = errorsOf({ 'api-key': given, agents: given.includes(key) ? key : '' })
    expect(error).toMatchObject({
      input: 'api-key',
      message: expect.stringMatching(/^it is no key: it contains .* Set it to the key itself/),
    })
    expect(error?.message).toContain(`contains ${found}. Set`)
    expect(error?.message).not.toContain(given)
    if (given.includes(key))
      expect(other?.message).toBe('it contains the API key. Expected the key in "api-key" only.')
  })

  test.each([
    'secrets.AGENT_TESTS_API_KEY',
    "secrets['KEY']",
    `\${{ secrets.KEY }}`,
    '$AGENT_TESTS_API_KEY',
    `"\${SERVICE}"`,
    '%API_KEY%',
    'API_KEY=$(cat key.txt)',
    '`cat key.txt`',
    'AGENT_TESTS_API_KEY',
    'C:\\builds\\AGENT_TESTS_API_KEY',
    '/builds/acme/shop.tmp/SERVICE',
    '/srv/acme/agent_tests_key',
  ])('cannot be %s, which stands for it', (key) => {
    expect(errorsOf({ 'api-key': key })).toEqual([
      {
        input: 'api-key',
        message: expect.stringMatching(/it is no key: .* not to a name or the path of a file/),
      },
    ])
  })

  test.each([
    'c2stMDEyMzQ1Ng==',
    'c2stMDEy=.MzQ1Ng==',
    'c2stbXkey==',
    'my-key-0123456789',
    'test-key',
    'id:0123456789',
    '/c2s/MDEyMzQ1Ng==',
    'a/b+c$d%e&f!g',
  ])('can be %s', (key) => {
    expect(errorsOf({ 'api-key': key })).toEqual([])
  })

  test.each(['agents', 'base-url', 'app-url', 'mode', 'poll-interval', 'timeout', 'github-token'] as const)(
    'cannot be in %s too, and is not shown there either',
    (input) => {
      const key = 'sk-0123456789'
      const [error] = errorsOf({ 'api-key': key, [input]: `https://acme.test/${key}` })
      expect(error).toMatchObject({ input, message: expect.stringContaining('it contains the API key') })
      expect(error?.message).not.toContain(key)
    },
  )
})

test.each([
  [1, false],
  [7, false],
  [8, true],
  [1_024, true],
  [1_025, false],
])('a key of %i characters is valid: %s', (length, ok) => {
  const key = 'k'.repeat(length)
  expect(parse({ ...valid, 'api-key': key }).ok).toBe(ok)
  const [error] = errorsOf({ 'api-key': key })
  if (!ok)
    expect(error?.message).toContain(
      `it has ${length} ${length === 1 ? 'character' : 'characters'}. Expected 8 to 1,024.`,
    )
})

test.each(['agents', 'base-url', 'mode', 'timeout', 'matrix'] as const)(
  'the GitHub token cannot be in %s too, and is not shown there',
  (input) => {
    const token = `ghs_${'x'.repeat(120)}`
    const [error] = errorsOf({ 'github-token': token, [input]: `https://acme.test/${token}` })
    expect(error).toEqual({
      input,
      message: `it contains the GitHub token. Expected the token in "github-token" only.`,
    })
  },
)

describe('a report without a key', () => {
  const empty = { ...valid, 'api-key': '' }

  test('has its inputs, for pull requests that get no secrets', () => {
    expect(parse({ ...empty, mode: 'report', agents: 'Booking' })).toMatchObject({
      ok: true,
      inputs: { apiKey: '', mode: 'report', agents: ['Booking'] },
    })
  })

  test.each([
    ['an input that is not declared, near one that is', { ...empty, mode: 'report' }, 'agent'],
    ['another error', { ...empty, mode: 'report', timeout: '0' }],
    ['an invalid mode', { ...empty, mode: 'Report' }],
    ['an invalid key', { ...valid, 'api-key': 'two words', mode: 'report' }],
  ])('is an error with %s', (_, given, undeclared = 'agents') => {
    const parsed = parseInputs((name) => given[name] ?? '', { ...context, given: [undeclared] })
    expect(parsed).toMatchObject({ ok: false })
  })
})

test('no error shows the key, wherever it was put, and with what it was pasted', () => {
  const pasted = fc.constantFrom('', '"', 'export API_KEY=', 'Bearer ')
  const anywhere = fc.constantFrom(...inputNames)
  fc.assert(
    fc.property(anyKey, pasted, anyText, anywhere, anywhere, (key, before, text, one, other) => {
      const given = { ...valid, [other]: text, [one]: `${text}${key}${text}`, 'api-key': `${before}${key}` }
      const parsed = parse(given)
      for (const { message } of parsed.ok ? [] : parsed.errors) expect(message).not.toContain(key)
    }),
    { numRuns: 500 },
  )
})
