import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseInputs } from '../../src/inputs/inputs.ts'
import { issueText } from '../../src/results/problems.ts'
import { anyText, context, errorsOf, inputNames, inputsOf, parse, valid } from './parsed-inputs.ts'

describe('inputs', () => {
  test('use their defaults if they are empty, except for the key and the two addresses', () => {
    expect(parse(valid)).toEqual({
      ok: true,
      inputs: {
        apiKey: 'sk-0123456789',
        agents: [],
        control: [],
        override: [],
        skipUnchanged: false,
        tests: '',
        baseUrl: 'https://api.acme.test',
        appUrl: 'https://app.acme.test',
        mode: 'gate',
        pollIntervalSeconds: 5,
        timeoutSeconds: 1800,
        retries: 0,
        maxTests: null,
        passRate: null,
        accept: [],
        details: 'failing',
        uploadPage: false,
        title: 'Agent tests',
        pullRequest: null,
        comment: true,
        issue: false,
        githubToken: '',
        matrix: null,
      },
      warnings: [],
      ignored: [],
    })
  })

  test('that have no effect beside a control are errors', () => {
    const given = { mode: 'gate-if-worse', agents: 'Preview', control: 'Production' }
    const warned = (more: object) => parse({ ...valid, ...given, ...more })
    expect(warned({})).toMatchObject({ warnings: [] })
    expect(warned({ retries: '2' })).toMatchObject({
      ok: false,
      errors: [{ input: 'retries', message: 'it has no effect with a control. Remove it.' }],
    })
  })

  test('are what was given, without whitespace around it', () => {
    const given = {
      'api-key': ' sk-0123456789 \n',
      agents: ' Booking ',
      'base-url': ' https://eval.acme.test/api/ ',
      'app-url': '\thttps://app.acme.test/workspace-1\n',
      mode: ' report ',
      'poll-interval': ' 010 ',
      timeout: '60\n',
      retries: ' 3 ',
      'max-tests': ' 500 ',
      accept: ' Booking / Late cancellation until 2026-12-03 \n',
      details: ' all ',
      'upload-page': ' TRUE ',
      title: ' Billing gate ',
      'pull-request': ' 12 ',
      comment: ' False ',
      'github-token': ' token\n',
      matrix: '{"model": "large", "locale": ["de", 1]}',
    }
    expect(inputsOf(given)).toEqual({
      apiKey: 'sk-0123456789',
      agents: ['Booking'],
      control: [],
      override: [],
      skipUnchanged: false,
      tests: '',
      baseUrl: 'https://eval.acme.test/api/',
      appUrl: 'https://app.acme.test/workspace-1',
      mode: 'report',
      pollIntervalSeconds: 10,
      timeoutSeconds: 60,
      retries: 3,
      maxTests: 500,
      passRate: null,
      accept: [{ agent: 'Booking', test: 'Late cancellation', until: '2026-12-03', expired: false }],
      details: 'all',
      uploadPage: true,
      title: 'Billing gate',
      pullRequest: 12,
      comment: false,
      issue: false,
      githubToken: 'token',
      matrix: { model: 'large', locale: ['de', 1] },
    })
  })
})

test.each([
  ['agent', 'agents'],
  ['api_key', 'api-key'],
  ['titles', 'title'],
])('an input "%s" is refused: "%s" is meant', (given, meant) => {
  const parsed = parseInputs((name) => valid[name] ?? '', { ...context, given: [given, 'region', 'agents'] })
  const errors = parsed.ok ? [] : parsed.errors.map(issueText)
  expect(errors).toEqual([`Input "${given}": there is no such input. Did you mean "${meant}"?`])
  // Nobody knows whose comment it is.
  expect(parsed.inputs.comment).toBe(meant !== 'title')
})

describe('controls', () => {
  const compares = { mode: 'gate-if-worse' }

  test('stand for the agents in their order, and may repeat', () => {
    const agents = 'Support (EU), Support (US)\nBilling (new)'
    const control = ' Support,\nSupport , Billing'
    expect(inputsOf({ ...compares, agents, control })).toMatchObject({
      agents: ['Support (EU)', 'Support (US)', 'Billing (new)'],
      control: ['Support', 'Support', 'Billing'],
    })
  })

  test.each([
    [{ control: 'A' }, 'control', 'it needs the mode "gate-if-worse"'],
    [
      { ...compares, agents: '', control: 'A' },
      'control',
      'expected one name for each name in "agents", in the same order: 1 here, 0 there',
    ],
    [{ ...compares, control: 'A, A' }, 'control', '2 here, 1 there'],
    [{ ...compares, agents: 'B, C', control: 'A' }, 'control', '1 here, 2 there'],
    [{ ...compares, agents: 'B, A', control: 'A, A' }, 'control', '"A" is its own control'],
    [{ ...compares, agents: 'B, C, B', control: 'A, A, A' }, 'control', 'where each agent has to stand once'],
    [{ ...compares, control: ' , ' }, 'control', 'has no agent name in it'],
  ])('%o is an error', (given, input, message) => {
    expect(errorsOf({ agents: 'B', ...given })).toMatchObject([
      { input, message: expect.stringContaining(message) },
    ])
  })

  test('have no effect in the mode "report", whatever they are', () => {
    for (const control of ['A', 'A, A', 'B']) {
      const parsed = parse({ ...valid, agents: 'B', mode: 'report', control })
      expect(parsed).toMatchObject({ ok: true, inputs: { agents: ['B'], control: [] } })
      expect(parsed).toMatchObject({
        ignored: [{ input: 'control', message: 'it has no effect in the mode "report".' }],
      })
    }
  })

  test.each([
    [{ mode: 'gate-if-wrose' }, ['mode']],
    [{ ...compares, agents: ',' }, ['agents']],
    [{ ...compares, agents: 'B, C', mode: 'gate-if-wrose' }, ['mode', 'control']],
    [{ agents: 'B', retries: '2' }, ['control']],
  ])('with %o have no error that follows from another', (given, inputs) => {
    const errors = errorsOf({ agents: 'B', control: 'A', ...given })
    expect(errors.map(({ input }) => input)).toEqual(inputs)
  })

  test('leave duplicates in agents as they are if there are none', () => {
    expect(inputsOf({ ...compares, agents: 'A, A' })).toMatchObject({ agents: ['A'], control: [] })
  })
})

describe('agent names', () => {
  test.each([
    ['commas', 'Booking,Billing', ['Booking', 'Billing']],
    ['newlines', 'Booking\nBilling', ['Booking', 'Billing']],
    ['Windows newlines', 'Booking\r\nBilling\r\n', ['Booking', 'Billing']],
    ['commas and newlines', 'Booking,\n  Billing,\n', ['Booking', 'Billing']],
  ])('are split at %s', (_, agents, names) => {
    expect(inputsOf({ agents })).toMatchObject({ agents: names })
  })

  test('keep their order, their capitals and their inner spaces, each once', () => {
    expect(inputsOf({ agents: 'b  c, a,,b  c , A\n\na' })).toMatchObject({ agents: ['b  c', 'a', 'A'] })
  })

  test('are required if there are only separators, which hardly mean all agents', () => {
    expect(errorsOf({ agents: ',\n,' })).toMatchObject([
      { input: 'agents', message: expect.stringContaining('",\\n,"') },
    ])
  })
})

describe('a number of seconds', () => {
  describe.each(['poll-interval', 'timeout'] as const)('%s', (input) => {
    test.each(['0', '-5', '+5', '1.5', '5s', '1e3', '0x10', '٥', 'five', '5 5', 'NaN', 'Infinity'])(
      'is not %j',
      (text) => {
        expect(errorsOf({ [input]: text })).toEqual([
          {
            input,
            message: `${JSON.stringify(text)} is not a number of seconds. Expected a whole number of at least 1.`,
          },
        ])
      },
    )
  })

  test.each([
    ['1', 1],
    ['007', 7],
    ['86400', 86_400],
    ['2147484', 2_147_483],
    ['9'.repeat(400), 2_147_483],
  ])('can be %.20s, up to the longest wait of a timer', (text, seconds) => {
    expect(inputsOf({ 'poll-interval': text, timeout: text })).toMatchObject({
      pollIntervalSeconds: seconds,
      timeoutSeconds: seconds,
    })
  })
})

test.each(['', 'null', '[', '7', '"large"', 'true'])(
  '%j is not a leg of a matrix, and not an error',
  (matrix) => {
    expect(inputsOf({ matrix })).toMatchObject({ matrix: null })
  },
)

test('a long value is quoted up to a limit', () => {
  const [error] = errorsOf({ mode: `${'x'.repeat(99)}😀${'y'.repeat(1_000_000)}` })
  expect(error?.message).toContain(`"${'x'.repeat(99)}\uFFFD…" is not valid`)
})

test.each(['1', '0.9', '9', '101', '90%'])('%s is no pass rate', (text) => {
  const message = `"${text}" is not valid. Expected a whole number from 10 to 100, in percent, such as 90.`
  expect(errorsOf({ 'pass-rate': text })).toEqual([{ input: 'pass-rate', message }])
  expect(inputsOf({ 'pass-rate': '10' }).passRate).toBe(10)
})

test('all errors are reported together, in the order of the inputs', () => {
  const wrong = {
    'api-key': '',
    agents: ',',
    'base-url': 'acme',
    'app-url': 'acme',
    mode: 'maybe',
    'poll-interval': '0',
    timeout: 'never',
    retries: '6',
    details: 'some',
    'upload-page': 'yes',
    title: 'two\nlines',
    'pull-request': '#7',
    comment: 'no',
  }
  expect(errorsOf(wrong).map(({ input }) => input)).toEqual(Object.keys(wrong))
})

test('it never throws, and what it accepts is valid', () => {
  const anywhere = fc.constantFrom(...inputNames)
  let accepted = 0
  fc.assert(
    fc.property(anywhere, anyText, anywhere, anyText, (one, text, other, otherText) => {
      const parsed = parse({ ...valid, [one]: text, [other]: otherText })
      if (!parsed.ok) {
        expect(parsed.errors).not.toEqual([])
        return
      }
      accepted += 1
      const { apiKey, agents, baseUrl, appUrl, pollIntervalSeconds, timeoutSeconds } = parsed.inputs
      expect(apiKey).toMatch(/^[\x21-\x7e]*$/)
      expect([new URL(baseUrl).protocol, new URL(appUrl).protocol]).toEqual(['https:', 'https:'])
      expect(Math.min(pollIntervalSeconds, timeoutSeconds)).toBeGreaterThanOrEqual(1)
      expect(agents).toEqual([...new Set(agents.map((name) => name.trim()))].filter(Boolean))
    }),
    { numRuns: 1000 },
  )
  expect(accepted).toBeGreaterThan(50)
})
