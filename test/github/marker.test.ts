import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  commentIdOf,
  compareRuns,
  formatMarker,
  formatNotice,
  parseMarker,
  splitBody,
} from '../../src/github/marker.ts'

const place = {
  workflowRef: 'acme/shop/.github/workflows/ci.yml@refs/pull/7/merge',
  job: 'agents',
  action: '__acme_agent-tests',
  matrix: 'null',
}
const commentId = commentIdOf(place)

describe('the comment id', () => {
  test('is a short hash that fits into an HTML comment', () => {
    expect(commentId).toMatch(/^[0-9a-f]{32}$/)
  })

  test('is the same whatever ref the workflow runs on', () => {
    const elsewhere = { ...place, workflowRef: 'acme/shop/.github/workflows/ci.yml@refs/heads/a@b.yml@c' }
    expect(commentIdOf(elsewhere)).toBe(commentId)
  })

  test.each([
    ['workflow file', { workflowRef: 'acme/shop/.github/workflows/nightly.yml@refs/pull/7/merge' }],
    ['job', { job: 'voice' }],
    ['step', { action: '__acme_agent-tests_2' }],
    ['matrix leg', { matrix: '{"locale":"en"}' }],
  ])('differs by %s', (_, other) => {
    expect(commentIdOf({ ...place, ...other })).not.toBe(commentId)
  })

  test('differs for parts that are the same only when joined', () => {
    expect(commentIdOf({ ...place, job: 'a', action: 'bc' })).not.toBe(
      commentIdOf({ ...place, job: 'ab', action: 'c' }),
    )
  })

  test('is the same for a workflow reference without a ref', () => {
    expect(commentIdOf({ ...place, workflowRef: 'acme/shop/.github/workflows/ci.yml' })).toBe(commentId)
  })
})

describe('the marker', () => {
  test('is read back from the first line of a body', () => {
    const runs = fc.record({ runId: fc.maxSafeNat(), runAttempt: fc.nat() })
    fc.assert(
      fc.property(runs, fc.string(), fc.constantFrom('\n', '\r\n'), (run, rest, lineEnd) => {
        expect(parseMarker(`${formatMarker(commentId, run)}${lineEnd}${rest}`)).toEqual({ commentId, ...run })
      }),
    )
  })

  test('is one invisible line', () => {
    expect(formatMarker(commentId, { runId: 12, runAttempt: 3 })).toMatch(/^<!-- [^\n>]* -->$/)
  })

  const marker = formatMarker(commentId, { runId: 12, runAttempt: 3 })
  test.each([
    ['nothing', ''],
    ['a marker further down', `Look:\n${marker}\n`],
    ['a quoted marker', `> ${marker}\n`],
    ['text after the marker', `${marker} and more`],
    ['another program’s marker', '<!-- sticky:agent-tests -->\n'],
    ['a run that is not a number', marker.replace('run:12', 'run:NaN')],
  ])('is not found in %s', (_, body) => {
    expect(parseMarker(body)).toBeNull()
  })
})

test('runs are ordered by their id, then by their attempt', () => {
  const older = { runId: 9, runAttempt: 2 }
  expect(compareRuns(older, { runId: 10, runAttempt: 1 })).toBeLessThan(0)
  expect(compareRuns({ runId: 9, runAttempt: 10 }, older)).toBeGreaterThan(0)
  expect(compareRuns(older, { ...older })).toBe(0)
})

describe('a notice', () => {
  const run = { runId: 12, runAttempt: 3 }
  const marker = formatMarker(commentId, run)

  test.each(['\n', '\r\n'])('is told from the text (line breaks %j)', (lineBreak) => {
    const body = [marker, formatNotice('On their way.', run), '', '# Passed', '', 'Text'].join(lineBreak)
    expect(splitBody(body)).toEqual({ marker, noticeRun: run, text: '# Passed\n\nText' })
  })

  test.each([
    ['no notice', '# Passed\n\nText'],
    ['a notice further down', `# Passed\n${formatNotice('On their way.', run)}`],
    ['no text', ''],
  ])('is not found in a body with %s', (_, text) => {
    expect(splitBody(`${marker}\n${text}`)).toEqual({ marker, noticeRun: null, text })
  })
})
