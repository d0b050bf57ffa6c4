import { describe, expect, it } from 'vitest'
import { anchorOf, fileLink, runsLink, webLink } from '../../src/results/links.ts'
import { sourceIn } from '../fixtures/samples.ts'

describe('links', () => {
  it('lead to a line of a file at the commit that has it', () => {
    const job = { workflowRunUrl: 'https://github.com/acme/shop/actions/runs/1' }
    expect(['c0ffee', null].map((commit) => fileLink(job, sourceIn('a b.yml', 3, { commit })))).toEqual([
      'https://github.com/acme/shop/blob/c0ffee/a%20b.yml#L3',
      null,
    ])
  })

  it.each([
    ['https://app.example.com', 'https://app.example.com/tests?tab=runs&runId=t-1'],
    ['https://app.example.com///', 'https://app.example.com/tests?tab=runs&runId=t-1'],
    ['https://app.example.com/acme/', 'https://app.example.com/acme/tests?tab=runs&runId=t-1'],
    ['http://localhost:8080/a b/(c)', 'http://localhost:8080/a%20b/%28c%29/tests?tab=runs&runId=t-1'],
  ])('keep the path of %s', (appUrl, link) => {
    expect(runsLink(appUrl, 't-1')).toBe(link)
  })

  it('encode what would end a link, a cell or a query', () => {
    const odd = 'a/b?c&d#e)|"<`*\'\\ \uD800'
    const encoded = 'a%2Fb%3Fc%26d%23e%29%7C%22%3C%60%2A%27%5C%20%EF%BF%BD'
    expect(runsLink('https://app.example.com', odd)).toBe(
      `https://app.example.com/tests?tab=runs&runId=${encoded}`,
    )
  })

  it('lead to all runs where one cannot be named', () => {
    expect(runsLink('https://app.example.com/acme')).toBe('https://app.example.com/acme/tests?tab=runs')
  })

  it('are none for anything but web addresses', () => {
    for (const address of [
      null,
      'not an address',
      'javascript:alert(1)',
      'xhttps://a.com',
      'https.x://a.com',
    ])
      expect(webLink(address)).toBeNull()
    for (const address of ['https://github.com/a/b/actions/runs/1', 'http://ci.example.com/1'])
      expect(webLink(address)).toBe(address)
  })

  it('cut what is too long for an ID', () => {
    expect(runsLink('https://app.example.com', 'x'.repeat(301))).toMatch(/=x{300}$/)
  })
})

describe('anchors', () => {
  it('encode the test and its agent', () => {
    expect(anchorOf('a/1', '(b)')).toBe('test-a%2F1/%28b%29')
  })
})
