import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commentKey, compareRuns, markerLine, readMarker } from '../../src/github/marker.ts'

const place = {
  workflowRef: 'acme/shop/.github/workflows/ci.yml@refs/pull/7/merge',
  job: 'agents',
  action: '__acme_agent-tests',
  matrix: 'null',
}
const key = commentKey(place)

describe('the key', () => {
  test('is a short hash that fits into an HTML comment', () => {
    expect(key).toMatch(/^[0-9a-f]{32}$/)
  })

  test('is the same whatever ref the workflow runs on', () => {
    const elsewhere = { ...place, workflowRef: 'acme/shop/.github/workflows/ci.yml@refs/heads/a@b.yml@c' }
    expect(commentKey(elsewhere)).toBe(key)
  })

  test.each([
    ['workflow file', { workflowRef: 'acme/shop/.github/workflows/nightly.yml@refs/pull/7/merge' }],
    ['job', { job: 'voice' }],
    ['step', { action: '__acme_agent-tests_2' }],
    ['matrix leg', { matrix: '{"locale":"en"}' }],
  ])('differs by %s', (_, other) => {
    expect(commentKey({ ...place, ...other })).not.toBe(key)
  })

  test('does not confuse parts that only read the same when joined', () => {
    expect(commentKey({ ...place, job: 'a', action: 'bc' })).not.toBe(
      commentKey({ ...place, job: 'ab', action: 'c' }),
    )
  })

  test('takes a workflow reference without a ref as it is', () => {
    expect(commentKey({ ...place, workflowRef: 'acme/shop/.github/workflows/ci.yml' })).toBe(key)
  })
})

describe('the marker line', () => {
  test('is read back from the first line of a body', () => {
    const runs = fc.record({ runId: fc.maxSafeNat(), runAttempt: fc.nat() })
    fc.assert(
      fc.property(runs, fc.string(), fc.constantFrom('\n', '\r\n'), (run, rest, lineEnd) => {
        expect(readMarker(`${markerLine(key, run)}${lineEnd}${rest}`)).toEqual({ key, ...run })
      }),
    )
  })

  test('is one invisible line', () => {
    expect(markerLine(key, { runId: 12, runAttempt: 3 })).toMatch(/^<!-- [^\n>]* -->$/)
  })

  const line = markerLine(key, { runId: 12, runAttempt: 3 })
  test.each([
    ['nothing', ''],
    ['a marker further down', `Look:\n${line}\n`],
    ['a quoted marker', `> ${line}\n`],
    ['text behind the marker', `${line} and more`],
    ['another program’s marker', '<!-- sticky:agent-tests -->\n'],
    ['a run that is no number', line.replace('run:12', 'run:NaN')],
  ])('is not seen in %s', (_, body) => {
    expect(readMarker(body)).toBeNull()
  })
})

test('runs are ordered by their id, then by their attempt', () => {
  const older = { runId: 9, runAttempt: 2 }
  expect(compareRuns(older, { runId: 10, runAttempt: 1 })).toBeLessThan(0)
  expect(compareRuns({ runId: 9, runAttempt: 10 }, older)).toBeGreaterThan(0)
  expect(compareRuns(older, { ...older })).toBe(0)
})
