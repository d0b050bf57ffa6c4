// The demo shows what it promises and what the documents quote, and every file that it names opens.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { firstWeek } from '../../scripts/demo/first-week.ts'
import { type EndedJob, runDemo, withoutLinks } from '../../scripts/demo/run-demo.ts'
import { createFolder } from '../support/folders.ts'
import { root } from '../support/runner/metadata.ts'

/** What `npm run demo -- <flags>` prints. */
function demo(...flags: readonly string[]): string {
  const args = ['scripts/demo/main.ts', ...flags]
  return execFileSync(process.execPath, args, { cwd: fileURLToPath(root), encoding: 'utf8' })
}

/** The page that a demo has written. */
function shown(printed: string, label: string): string {
  const file = new RegExp(`^The ${label} as GitHub shows it: (.+)$`, 'm').exec(printed)?.[1] ?? ''
  return readFileSync(file, 'utf8')
}

describe('the first week', () => {
  const UNTIL = /(?<=until )\d+ \w{3}/g
  const page = readFileSync(new URL('docs/first-week.md', root), 'utf8').replaceAll('\r\n', '\n')

  /** As the page quotes it: without what differs from day to day. */
  function quoted({ comment }: EndedJob): string {
    const text = withoutLinks(comment)
      .replace(/<!--.*?-->\n?/gs, '')
      .replace(UNTIL, '4 Dec')
      .replace(/(?<=(?:since|after) )\d+ [A-Z][a-z]{2}/g, '20 Nov')
      .replace(/\b\d+(?:\.\d+)?m?s\b/g, '12s')
    return text.trim().replace(/^/gm, '> ').replace(/ +$/gm, '')
  }

  // `npx vitest run test/repo/demo.test.ts --update` writes the comments into the page.
  test('docs/first-week.md quotes the comments of the demo', { timeout: 120_000 }, async (context) => {
    const folder = createFolder({}, context)
    const weeks = await Promise.all(firstWeek.map(({ demo }) => runDemo(demo, folder)))
    const comments = weeks.flat().map(quoted)
    const quotes = /(?:^>.*\n)+/gm
    expect(page.match(quotes)).toHaveLength(comments.length)
    const written = page.replace(quotes, () => `${comments.shift()}\n`)
    await expect(written).toMatchFileSnapshot('../../docs/first-week.md')
  })

  test('docs/first-week.md has the steps that npm run demo prints', () => {
    const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    const printed = demo().replace(UNTIL, '4 Dec')
    const titles = [...printed.matchAll(/^\d\. .+$/gm)].map(([title]) => title)
    expect(titles).toEqual(headings)
    const [, thread = ''] = /^All of these comments as GitHub shows them: (.+)$/m.exec(printed) ?? []
    for (const title of titles) expect(readFileSync(thread, 'utf8')).toContain(`>${title}</h2>`)
    for (const [headline = ''] of page.matchAll(/(?<=^> ### )[❌✅].*$/gm))
      expect(printed).toContain(headline)
  })
})

test('npm run demo -- --control shows a bad day that does not block, and a break that does', () => {
  const printed = demo('--control', '--verbose')
  expect(printed).toMatch(/### ❌ Do not merge: this pull request probably broke 1 of \d+ tests\n/)
  expect(printed).toMatch(/\*\*🔁 \d+ tests \(flaky\)/)
  expect(printed).toMatch(
    /failed (\d) of \1, without the change 0 of \d; probably this pull request\.|\| (\d) of \2 \| 0 of \d \| probably this pull request/,
  )
})

test('npm run demo -- --nightly shows an issue that stays open while its test fails', () => {
  const printed = demo('--nightly')
  expect(printed.split('\n').slice(0, 5)).toEqual([
    expect.stringMatching(/^❌ Failed: 1 of \d+ tests broke in Support bot$/),
    '',
    expect.stringMatching(/^❌ Failed: 1 of \d+ tests failed in Support bot, as before$/),
    '',
    '✅ Passed: 23 of 24 tests passed in 2 agents; 1 failed, as before',
  ])
  expect(shown(printed, 'issue of the third night').replace(/<[^>]*>|[\u2068\u2069]/g, '')).toMatch(
    /This issue stays open: "Refuses a refund after 30 days" has not passed\./,
  )
})

test('npm run demo -- --tests shows what pull requests do to tests, and how to see the rest', () => {
  const printed = demo('--tests')
  expect(printed.split('\n').map((line) => line.replace(/: \/.*/, ''))).toEqual([
    '✅ Good to merge: all 3 tests passed',
    '',
    '✅ Good to merge: 1 test passed; this pull request removes 1 test',
    '',
    '✅ Good to merge: nothing to test',
    '',
    expect.stringMatching(/^Exit code 0: the added test fails without the new prompt, and passes with it/),
    'The comment on an added test as GitHub shows it',
    'The comment on a removed test as GitHub shows it',
    'The comment on code alone as GitHub shows it',
    'The page to review conversations beside the comment on an added test',
    'The page to review conversations beside the comment on a removed test',
    'The log, the text of the comment and the outputs: add --verbose, as in npm run demo -- --verbose',
    '',
  ])
  const words = (label: string) => shown(printed, label).replace(/<[^>]*>|[\u2068\u2069]/g, '')
  expect(words('comment on an added test')).toContain(
    'Tests: 1 added. 1 test failed without this change, and passed with it.',
  )
  const removed = words('comment on a removed test')
  expect(removed).toContain('Tests: 1 removed: "Names the limit".')
  expect(removed).toMatch(/; no test was added or edited · /)
  expect(words('comment on code alone')).toContain(
    'Skipped: this pull request changes neither Support bot nor its tests.',
  )
})

// If these change, draw docs/images again, as CONTRIBUTING.md says: the demo runs what README.md and examples/deployed-agents.yml print.
describe('the comment of a printed workflow is that of its picture', () => {
  const steady = (printed: string) => {
    const [, comment = ''] =
      /The comment on the pull request ─+\n\n(.*?)\n*──── The outputs/s.exec(printed) ?? []
    return comment
      .replace(/\d+ \w{3}, \d\d:\d\d UTC/g, '(time)')
      .replace(/(?<=since |\[)\d+ \w{3}\b/g, '(day)')
      .replace(/\b\d+(?:\.\d+)?m?s\b/g, '(duration)')
      .replace(/<!--.*?-->/gs, '')
  }

  test('npm run demo -- --deployed', async () => {
    const printed = demo('--verbose', '--deployed')
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
    const [failing, repaired] = ['failing', 'repaired'].map(
      (each) =>
        new RegExp(`^The page to review conversations beside the ${each} comment: (.+)$`, 'm').exec(
          printed,
        )?.[1] ?? '',
    )
    expect(failing).not.toBe(repaired)
    for (const page of [failing, repaired]) expect(readFileSync(page ?? '', 'utf8')).toContain('<html')
    expect(printed).toContain('Exit code 1, then 0: the first prompt forgets the 30 days')
  })
})

test('npm run demo -- --flaky shows a broken test, flaky tests and one that failed before, too, and no link', () => {
  const printed = demo('--flaky', '--verbose')
  expect(printed).toMatch(/### ❌ Do not merge: 1 of \d+ tests broke in Support bot\n/)
  expect(printed).toMatch(
    /\n\| ➖&nbsp;\*\*Warranty question with order number\*\* .* an older failure \|.*\*\*🔁 \d tests \(flaky\)/s,
  )
  const last = printed.trimEnd().split('\n').slice(-2)
  const [comment = '', page = ''] = last.map((line) => readFileSync(line.replace(/.*?: /, ''), 'utf8'))
  const labels = last.map((line) => line.replace(/: .*/, ''))
  expect(labels).toEqual(['The comment as GitHub shows it', 'The page to review conversations'])
  const web = /https?:\/\/(?!www\.w3\.org|preactjs\.com)/
  for (const text of [printed, page]) expect(text).not.toMatch(web)
  expect(comment).toContain('Refuses a refund after 30 days')
  expect(comment).not.toContain('<a ')
})
