import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commentIdOf, formatMarker, formatNotice, parseBody } from '../../src/github/marker.ts'

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

const marker = { commentId, runId: 12, runAttempt: 3, isNotice: false, tests: [] }
const line = formatMarker(marker)

describe('the marker', () => {
  test.each(['\n', '\r\n'])('is read back, without a notice above the text (line breaks %j)', (lineBreak) => {
    const tests = fc.array(fc.constantFrom('0123456789abcd', 'fedcba98765432'), { maxLength: 3 })
    const run = { runId: fc.maxSafeNat(), runAttempt: fc.nat() }
    const markers = fc.record({ ...run, isNotice: fc.boolean(), tests })
    const texts = fc.array(fc.string({ unit: 'grapheme' })).map((lines) => lines.join('\n'))
    const property = fc.property(markers, texts, (written, text) => {
      const below = written.isNotice ? formatNotice('On their way.', text) : text
      const body = `${formatMarker({ commentId, ...written })}\n${below}`
      const read = parseBody(body.replace(/\r?\n/g, lineBreak))
      expect(read).toEqual({ marker: { commentId, ...written }, text: text.replaceAll('\r\n', '\n') })
    })
    fc.assert(property)
  })

  test('is one invisible line', () => {
    expect(line).toMatch(/^<!-- [^\n>]* -->$/)
  })

  test.each([
    ['nothing', ''],
    ['a marker further down', `Look:\n${line}\n`],
    ['a quoted marker', `> ${line}\n`],
    ['text after the marker', `${line} and more`],
    ['another program’s marker', '<!-- sticky:agent-tests -->\n'],
    ['a run that is not a number', line.replace('run:12', 'run:NaN')],
  ])('is not found in %s', (_, body) => {
    expect(parseBody(body)).toBeNull()
  })
})
