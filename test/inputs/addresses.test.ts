import { describe, expect, test } from 'vitest'
import { INPUT_DEFAULTS, parseInputs } from '../../src/inputs/inputs.ts'
import { context, errorsOf, type Given, inputsOf, parse, valid } from './parsed-inputs.ts'

describe('an address', () => {
  test.each([
    'https://eval.acme.test',
    'http://localhost:8080',
    'HTTPS://EVAL.ACME.TEST',
    'https://[::1]:8443/api',
    'https://example.acme.test',
    'https://my-example',
    'https://example.com',
  ])('may be %s', (address) => {
    expect(inputsOf({ 'base-url': address, 'app-url': address })).toMatchObject({
      baseUrl: address,
      appUrl: address,
    })
  })

  describe.each(['base-url', 'app-url'] as const)('%s', (input) => {
    test.each([
      ['no address', 'acme', '"acme" is not valid. Expected an https:// address without "?" and "#".'],
      ['another protocol', 'ftp://acme.test', 'is not valid. Expected an https://'],
      ['a script', 'javascript:alert(1)', 'is not valid. Expected an https://'],
      ['slashes forgotten', 'https:acme.test', 'is not valid. Expected an https://'],
      ['a host forgotten', 'https://', 'is not valid. Expected an https://'],
      ['a query', 'https://acme.test/?a=1', 'is not valid. Expected an https://'],
      ['an empty query', 'https://acme.test/?', 'is not valid. Expected an https://'],
      ['a fragment', 'https://acme.test/#top', 'is not valid. Expected an https://'],
      ['an empty fragment', 'https://acme.test#', 'is not valid. Expected an https://'],
      ['the placeholder', 'https://api.agent-tests.example', 'is a placeholder. Set it to'],
      ['a part of the documents to replace', 'https://app.acme.test/<workspace>', 'is a placeholder'],
      ['such a host', 'https://<your host>/agents', 'is a placeholder'],
      ['the placeholder with a dot', 'https://EXAMPLE./x', 'is a placeholder'],
    ])('with %s is refused', (_, address, words) => {
      expect(errorsOf({ [input]: address })).toEqual([{ input, message: expect.stringContaining(words) }])
    })

    test.runIf(INPUT_DEFAULTS[input].endsWith('.example'))(
      'that is empty is refused with its variable, unless GitHub withholds it with the key',
      () => {
        const variable = input === 'base-url' ? 'AGENT_TESTS_BASE_URL' : 'AGENT_TESTS_APP_URL'
        expect(errorsOf({ [input]: ' ' }).map(({ message }) => message)).toEqual([
          `is empty. Is the variable ${variable} set, in this repository or its organisation?`,
        ])
        const given: Given = { ...valid, mode: 'report', 'api-key': '', [input]: '' }
        const withheld = (more: Given) =>
          parseInputs((name) => ({ ...given, ...more })[name] ?? '', { ...context, secretsWithheld: true })
        expect(withheld({})).toMatchObject({ ok: true })
        expect(withheld({ mode: 'gate' })).toMatchObject({ ok: true })
        expect(withheld({ [input]: 'acme' })).toMatchObject({ errors: [{ input: 'api-key' }, { input }] })
        expect(withheld({ 'api-key': 'sk-0123456789' })).toMatchObject({ errors: [{ input }] })
      },
    )

    // The publisher of the action may have set another.
    test.runIf(INPUT_DEFAULTS[input].endsWith('.example'))(
      'is refused with its default, a placeholder',
      () => {
        expect(errorsOf({ [input]: INPUT_DEFAULTS[input] })[0]?.message).toContain('is a placeholder')
      },
    )

    test.each(['https://ada:hunter2@acme.test', 'https://hunter2@acme.test', 'ftp://ada:hunter2@acme.test'])(
      'with a user name or a password is refused without showing them: %s',
      (address) => {
        const [error] = errorsOf({ [input]: address })
        expect(error).toMatchObject({ input, message: expect.stringContaining('user name or a password') })
        expect(error?.message).not.toContain('hunter2')
      },
    )
  })

  const id = '0b9c6a4e-3a52-4c1e-9d2f-7a1f5e8c2b11'
  test.each([
    [`https://app.acme.test/${id}/agents`, `https://app.acme.test/${id}`],
    [`https://app.acme.test/tool/${id}/anything/1?tab=runs#top`, `https://app.acme.test/tool/${id}`],
    ['https://app.acme.test/acme/tests/', 'https://app.acme.test/acme'],
  ])('of a page in the web application is refused with that of the workspace: %s', (page, workspace) => {
    const message = `"${page}" is the address of a page. Expected the address up to the workspace, "${workspace}".`
    expect(errorsOf({ 'app-url': page })).toEqual([{ input: 'app-url', message }])
  })

  test.each([`https://app.acme.test/${id}/`, 'https://app.acme.test/agents', 'https://acme.test/tests/acme'])(
    'of the web application may have a workspace or a folder: %s',
    (address) => {
      expect(inputsOf({ 'app-url': address }).appUrl).toBe(address)
    },
  )

  test.each(['https://evaluation.acme.test', 'http://Evaluation.ACME.test.:8443/api'])(
    'of the documents is no service: %s',
    (address) => {
      const message = expect.stringContaining('is a placeholder. Set it to the address of your service.')
      expect(errorsOf({ 'base-url': address })).toEqual([{ input: 'base-url', message }])
      expect(errorsOf({ 'base-url': 'https://evaluation.acme.test.company.test' })).toEqual([])
    },
  )

  test.each([
    ['http://eval.acme.test', 1],
    ['http://10.0.0.1', 1],
    ['http://localhost.acme.test', 1],
    ['https://eval.acme.test', 0],
    ['http://localhost:3000', 0],
    ['http://sub.localhost', 0],
    ['http://127.0.0.1:3000', 0],
    ['http://127.1', 0],
    ['http://[::1]:3000', 0],
  ])('of the service, %s, gives %i warnings about the unencrypted key', (address, many) => {
    const parsed = parse({ ...valid, 'base-url': address })
    expect(parsed).toMatchObject({
      ok: true,
      warnings: Array(many).fill({ input: 'base-url', message: expect.stringContaining('Use https') }),
    })
  })
})
