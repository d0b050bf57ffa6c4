import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commentIdOf, formatMarker, formatNotice, NO_ISSUE, parseBody } from '../../src/github/marker.ts'

const call = {
  workflowRef: 'acme/shop/.github/workflows/ci.yml@refs/pull/7/merge',
  job: 'agents',
  action: '__acme_agent-tests',
  matrix: 'null',
  title: 'Agent tests',
}
const commentId = commentIdOf(call)

describe('the id of a comment', () => {
  test('is the same whatever ref the workflow runs on', () => {
    for (const ref of ['@refs/heads/a@b.yml@c', ''])
      expect(commentIdOf({ ...call, workflowRef: `acme/shop/.github/workflows/ci.yml${ref}` })).toBe(
        commentId,
      )
  })

  test.each([
    ['workflow file', { workflowRef: 'acme/shop/.github/workflows/nightly.yml@refs/pull/7/merge' }],
    ['job', { job: 'voice' }],
    ['step', { action: '__acme_agent-tests_2' }],
    ['matrix leg', { matrix: '{"locale":"en"}' }],
    ['title', { title: 'Voice' }],
    ['parts that are the same only when joined', { job: 'agents__', action: 'acme_agent-tests' }],
  ])('is another one for another %s', (_, other) => {
    expect(commentIdOf({ ...call, ...other })).not.toBe(commentId)
  })
})

const marker = { commentId, runId: 12, runAttempt: 3, isNotice: false, issue: NO_ISSUE }
const line = formatMarker(marker)

describe('the marker', () => {
  test.each(['\n', '\r\n'])('is read back, without a notice above the text (line breaks %j)', (lineBreak) => {
    const hash = fc.constantFrom('0123456789abcd', 'fedcba98765432')
    const name = fc.constantFrom('Refund --> <b>', 'Über 14 Tage 🙂', null)
    const tests = fc.array(fc.record({ hash, name }), { maxLength: 3 })
    const passed = fc.array(hash, { maxLength: 3 })
    const issue = fc.record({ tests, passed, isClosed: fc.boolean() })
    const run = { runId: fc.maxSafeNat(), runAttempt: fc.nat() }
    const markers = fc.record({ ...run, isNotice: fc.boolean(), issue })
    const above = fc.constantFrom('', 'Owner: Dana\n\n')
    const texts = fc.array(fc.string({ unit: 'grapheme' })).map((lines) => lines.join('\n'))
    const property = fc.property(markers, texts, above, (written, text, above) => {
      const below = written.isNotice ? formatNotice('On their way.', text) : text
      const body = `${above}${formatMarker({ commentId, ...written })}\n${below}`
      const read = parseBody(body.replace(/\r?\n/g, lineBreak))
      const marker = { commentId, ...written }
      expect(read).toEqual({ marker, above, text: text.replaceAll('\r\n', '\n') })
    })
    fc.assert(property)
  })

  test('is one invisible line', () => {
    expect(line).toMatch(/^<!-- [^\n>]* -->$/)
  })

  test('leaves room for the text, whatever the names of its tests are', () => {
    const tests = Array.from({ length: 3000 }, (_, at) => ({
      hash: String(at).padStart(14, '0'),
      name: '🙂\n'.repeat(500),
    }))
    const issue = { ...NO_ISSUE, tests, passed: tests.map(({ hash }) => hash) }
    const written = formatMarker({ ...marker, issue })
    expect(written.length).toBeLessThan(40_000)
    expect(parseBody(written)?.marker.issue.tests).toHaveLength(1000)
  })

  test.each([
    ['nothing', ''],
    ['a marker within a line', `Look: ${line}\n`],
    ['a quoted marker', `> ${line}\n`],
    ['another program’s marker', '<!-- sticky:agent-tests -->\n'],
    ['a run that is not a number', line.replace('run:12', 'run:NaN')],
  ])('is not found in %s', (_, body) => {
    expect(parseBody(body)).toBeNull()
  })
})
