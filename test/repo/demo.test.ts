// The demo of flaky agents: it shows what it promises, and every file that it names opens.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { launchBrowser } from '../../scripts/preview/screenshot.ts'
import { hasBrowser } from '../page/pages.ts'
import { root } from '../support/runner/metadata.ts'

/** What `npm run demo -- <flags>` prints. */
function demo(...flags: readonly string[]): string {
  const args = ['scripts/demo.ts', ...flags]
  return execFileSync(process.execPath, args, { cwd: fileURLToPath(root), encoding: 'utf8' })
}

/** The page that a demo has written. */
function shown(printed: string, label: string): string {
  const file = new RegExp(`^The ${label} as GitHub shows it: (.+)$`, 'm').exec(printed)?.[1] ?? ''
  return readFileSync(file, 'utf8')
}

test('npm run demo -- --control shows a bad day that does not block, and a break that does', () => {
  const printed = demo('--control', '--verbose')
  expect(printed).toContain('### ❌ Do not merge: "Refuses a refund after 30 days" broke')
  expect(printed).toMatch(/\*\*🔁 \d+ flaky tests/)
  expect(printed).toMatch(/Failed (\d) of \1; Support bot \(control\) passed \d of \d/)
})

test('npm run demo -- --tests shows a test that a pull request adds, without the prompt that it demands, and with it, and how to see the rest', () => {
  const printed = demo('--tests')
  expect(printed.split('\n').map((line) => line.replace(/: \/.*/, ''))).toEqual([
    '❌ Do not merge: "Refuses to take back gift cards" failed',
    '',
    '✅ Good to merge: all 2 tests passed',
    '',
    expect.stringMatching(/^Exit code 1, then 0: the test that the pull request adds/),
    'The failing comment as GitHub shows it',
    'The repaired comment as GitHub shows it',
    'The page to review conversations',
    'The log, the text of the comment and the outputs: add --verbose, as in npm run demo -- --verbose',
    '',
  ])
  const comment = shown(printed, 'failing comment')
  expect(comment).toContain('added by this pull request, and fails')
  expect(comment).toContain('<code>agent-tests/support-bot/returns.yml:8</code>')
})

// If these change, draw docs/images again, as CONTRIBUTING.md says: the demo runs what README.md prints.
describe('the comment of the workflow that README.md prints is that of its picture', () => {
  const steady = (printed: string) => {
    const [, comment = ''] =
      /The comment on the pull request ─+\n\n(.*?)\n*──── The outputs/s.exec(printed) ?? []
    return comment
      .replace(/\d+ \w{3}, \d\d:\d\d/g, '(time)')
      .replace(/\b\d+(?:\.\d+)?m?s\b/g, '(duration)')
      .replace(/<!--.*?-->/gs, '')
  }

  test('npm run demo', async () => {
    const printed = demo('--verbose')
    await expect(steady(printed)).toMatchFileSnapshot('snapshots/comment.md.snap')
    expect(printed).toContain(
      'Exit code 1: the test that broke fails the job; the one that failed before does not.',
    )
  })

  test('npm run demo -- --override, whose next prompt repairs the test that the first one breaks', async () => {
    const printed = demo('--verbose', '--override')
    await expect(steady(printed)).toMatchFileSnapshot('snapshots/comment-override.md.snap')
    expect(shown(printed, 'failing comment')).toContain('Do not merge: ')
    expect(shown(printed, 'repaired comment')).toContain('Good to merge: all 8 tests passed')
    expect(printed).toContain('Exit code 1, then 0: the first prompt forgets the 30 days')
  })
})

describe('npm run demo -- --flaky', () => {
  let printed = ''
  beforeAll(() => {
    printed = demo('--flaky', '--verbose')
  })

  const fileNamed = (label: string) => new RegExp(`^${label}(.+)$`, 'm').exec(printed)?.[1] ?? ''
  const pages = ['The comment as GitHub shows it: ', 'The page to review conversations: ']

  it('shows a broken test, flaky tests and one that failed before, too', () => {
    expect(printed).toContain('### ❌ Do not merge: "Refuses a refund after 30 days" broke')
    expect(printed).toMatch(
      /\n- ➖ \*\*Warranty question with order number\*\*: not this change\. .*\*\*🔁 \d flaky tests/s,
    )
    const last = printed.trimEnd().split('\n').slice(-2)
    expect(last.map((line) => line.replace(/: .*/, ': '))).toEqual(pages)
  })

  it('prints no link, and writes none into the pages', () => {
    const web = /https?:\/\/(?!www\.w3\.org|preactjs\.com)/
    expect(printed).not.toMatch(web)
    const comment = readFileSync(fileNamed(pages[0] ?? ''), 'utf8')
    expect(comment).toContain('Refuses a refund after 30 days')
    expect(comment).not.toContain('<a ')
    expect(readFileSync(fileNamed(pages[1] ?? ''), 'utf8')).not.toMatch(web)
  })

  it('names files that exist', () => {
    const read = (output: string) => readFileSync(fileNamed(`${output} = `), 'utf8')
    expect(JSON.parse(read('results-file'))).toMatchObject({ verdict: 'failed', totals: { flaky: 3 } })
    expect(read('junit-file')).toContain('<flakyFailure ')
    expect(read('report-file')).toBe(readFileSync(fileNamed(pages[1] ?? ''), 'utf8'))
  })

  it.runIf(hasBrowser).for(pages)('opens in a browser: %s', async (label) => {
    const browser = await launchBrowser()
    try {
      const page = await browser.newPage()
      await page.goto(pathToFileURL(fileNamed(label)).href)
      const test = page.getByText('Refuses a refund after 30 days').filter({ visible: true })
      await test.first().waitFor()
      await test.first().click()
      const links = page.locator('a[href^="http"]').filter({ visible: true })
      expect(await links.evaluateAll((all) => all.map((link) => link.outerHTML))).toEqual([])
    } finally {
      await browser.close()
    }
  })
})
