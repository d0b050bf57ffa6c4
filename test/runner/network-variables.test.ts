import { join } from 'node:path'
import { getCACertificates } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { environmentError, extraCertificatesError } from '../../src/runner/network-variables.ts'
import { createFolder } from '../support/folders.ts'

test.each([undefined, '', '1', 'false'])('NODE_TLS_REJECT_UNAUTHORIZED=%s is safe', (value) => {
  expect(environmentError({ NODE_TLS_REJECT_UNAUTHORIZED: value })).toBeNull()
})

test('NODE_TLS_REJECT_UNAUTHORIZED=0 is an error that names the alternative', () => {
  expect(environmentError({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toMatch(
    /^NODE_TLS_REJECT_UNAUTHORIZED=0 turns off.*Remove it.*NODE_EXTRA_CA_CERTS/,
  )
})

test.each([
  [{ HTTP_PROXY: 'http://ada:hunter2@my proxy' }, 'HTTP_PROXY'],
  [{ https_proxy: 'gopher://ada:hunter2@proxy:1080' }, 'https_proxy'],
  [{ HTTPS_PROXY: 'http://ada:hunter2/@proxy:3128' }, 'HTTPS_PROXY'],
  [{ http_proxy: 'ada:hunter2@proxy:99999' }, 'http_proxy'],
  [{ http_proxy: 'ada:hunter2@proxy:3128/proxy.pac' }, 'http_proxy'],
  [{ http_proxy: '"http://ada:hunter2@proxy:3128"' }, 'http_proxy'],
])('a variable of a proxy that is no address is an error without its value: %j', (env, name) => {
  expect(environmentError(env)).toMatch(new RegExp(`^${name} is not an address of a proxy. Correct it`))
  expect(environmentError(env)).not.toContain('hunter2')
})

test.each([
  '',
  ' ',
  'proxy',
  'proxy.acme.test:3128',
  ' http://a:b@127.0.0.1:1 ',
  'https://a:p@ss:w%rd@proxy',
  'socks5://proxy:1080',
  'http://proxy:3128/',
  'http://ACME\\ada:p@proxy:3128',
])('an address of a proxy is none: "%s"', (address) => {
  expect(environmentError({ HTTP_PROXY: address, https_proxy: address })).toBeNull()
})

describe('NODE_EXTRA_CA_CERTS', () => {
  const [known = '', other = ''] = getCACertificates('bundled')
  const unknown = other.replace(/[a-z]/, (letter) => letter.toUpperCase())
  const files = {
    'known.pem': `# Company\n${known}`,
    'unknown.pem': `${known}\n${unknown}`,
    'ca.der': '\u0001\u0002',
    'key.pem': '-----BEGIN PRIVATE KEY-----\nMIIC\n-----END PRIVATE KEY-----\n',
    'empty.pem': '\n',
  }

  test.each([
    ['gone.pem', 'cannot be used: the file "/…/gone.pem" does not exist here'],
    ['', 'cannot be used: "/…" is a folder'],
    ['ca.der', 'cannot be used: "/…/ca.der" has no certificate in PEM format'],
    ['key.pem', 'cannot be used: "/…/key.pem" has no certificate in PEM format'],
    ['empty.pem', 'cannot be used: "/…/empty.pem" is empty'],
    [
      'unknown.pem',
      'cannot be used: Node did not load "/…/unknown.pem", because a certificate in it is damaged, or because the variable was set after',
    ],
    ['known.pem', 'NODE_EXTRA_CA_CERTS, "/…/known.pem", has other authorities than that of this certificate'],
  ])('that names "%s"', (name, said) => {
    const folder = createFolder(files)
    const error = extraCertificatesError({ NODE_EXTRA_CA_CERTS: join(folder, name) })
    expect(error?.replace(folder, '/…')).toContain(said)
  })

  test('that only a shell, or nobody, reads as a path', () => {
    const errorOf = (value: string) => extraCertificatesError({ NODE_EXTRA_CA_CERTS: value })
    expect(errorOf('~/ca.pem')).toMatch(/"~\/ca\.pem" does not exist in .*, since only a shell expands "~"$/)
    expect(errorOf('certs/none.pem')).toContain(`"certs/none.pem" does not exist in ${process.cwd()}`)
    expect(errorOf(known)).toMatch(
      /cannot be used: it is the text of a certificate, not the path of its file$/,
    )
    expect(errorOf('M'.repeat(5000))?.length).toBeLessThan(400)
    expect(errorOf('')).toBeNull()
  })
})
