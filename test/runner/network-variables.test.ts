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
  const [known = ''] = getCACertificates('bundled')
  const files = {
    'known.pem': `# Company\n${known}`,
    'key.pem': '-----BEGIN PRIVATE KEY-----\nMIIC\n-----END PRIVATE KEY-----\n',
  }

  test.each([
    ['gone.pem', 'cannot be read (ENOENT)'],
    ['', 'cannot be read (EISDIR)'],
    ['key.pem', 'cannot be used: it has no certificate in PEM format'],
    ['known.pem', 'has no authority of it that Node has loaded'],
  ])('that names "%s"', (name, said) => {
    const folder = createFolder(files)
    const error = extraCertificatesError({ NODE_EXTRA_CA_CERTS: join(folder, name) })
    expect(error).toMatch(/^NODE_EXTRA_CA_CERTS, ".*", .*\. Expected the full path of a PEM file with /)
    expect(error).toContain(said)
  })

  test('that nobody reads as a path', () => {
    const errorOf = (value: string) => extraCertificatesError({ NODE_EXTRA_CA_CERTS: value })
    expect(errorOf('~/ca.pem')).toContain('"~/ca.pem", cannot be read (ENOENT). Expected the full path')
    expect(errorOf(known)).toMatch(/cannot be read \(E[A-Z]+\)/)
    expect(errorOf('M'.repeat(5000))?.length).toBeLessThan(400)
    expect(errorOf('')).toBeNull()
  })
})
