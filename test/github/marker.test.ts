import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commentKeyOf, compareRuns, formatMarker, formatNotice, parseBody } from '../../src/github/marker.ts'

const place = {
  workflowRef: 'acme/shop/.github/workflows/ci.yml@refs/pull/7/merge',
  job: 'agents',
  action: '__acme_agent-tests',
  matrix: 'null',
  title: 'Agent tests',
  agents: ['Alpha', 'Beta'],
  mode: 'gate',
}
const key = commentKeyOf(place)

describe('the key', () => {
  test('is the same whatever ref the workflow runs on', () => {
    for (const ref of ['@refs/heads/a@b.yml@c', ''])
      expect(commentKeyOf({ ...place, workflowRef: `acme/shop/.github/workflows/ci.yml${ref}` })).toEqual(key)
  })

  test.each([
    ['workflow file', { workflowRef: 'acme/shop/.github/workflows/nightly.yml@refs/pull/7/merge' }],
    ['job', { job: 'voice' }],
    ['step', { action: '__acme_agent-tests_2' }],
    ['matrix leg', { matrix: '{"locale":"en"}' }],
    ['title', { title: 'Voice' }],
    ['parts that are the same only when joined', { job: 'agents__', action: 'acme_agent-tests' }],
  ])('has another id for another %s', (_, other) => {
    expect(commentKeyOf({ ...place, ...other }).id).not.toBe(key.id)
  })

  test('has the same id but another hash for other agents or another mode', () => {
    for (const other of [{ agents: ['Alpha'] }, { agents: [] }, { mode: 'report' }]) {
      const { id, hash } = commentKeyOf({ ...place, ...other })
      expect(id).toBe(key.id)
      expect(hash).not.toBe(key.hash)
    }
    expect(commentKeyOf({ ...place, agents: ['Beta', 'Alpha'] })).toEqual(key)
  })
})

const run = { runId: 12, runAttempt: 3, call: '0123abcd' }
const marker = { ...key, ...run }
const line = formatMarker(marker)

describe('the marker', () => {
  test('is read back from the first line of a body', () => {
    const runs = fc.record({ runId: fc.maxSafeNat(), runAttempt: fc.nat() })
    const property = fc.property(runs, fc.string(), fc.constantFrom('\n', '\r\n'), (run, rest, lineEnd) => {
      const body = `${formatMarker({ ...marker, ...run })}${lineEnd}${rest}`
      expect(parseBody(body)?.marker).toEqual({ ...marker, ...run })
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

describe('a notice', () => {
  const noticed = formatNotice('On their way.', run, '# Passed\n\nText')

  test.each(['\n', '\r\n'])('is told from the text (line breaks %j)', (lineBreak) => {
    const body = `${line}\n${noticed}`.replaceAll('\n', lineBreak)
    expect(parseBody(body)).toEqual({ marker, notice: run, text: '# Passed\n\nText' })
  })

  test.each([
    ['no notice', '# Passed\n\nText'],
    ['a notice further down', `# Passed\n${noticed}`],
    ['no text', ''],
  ])('is not found in a body with %s', (_, text) => {
    expect(parseBody(`${line}\n${text}`)).toEqual({ marker, notice: null, text })
  })
})

test('runs are ordered by their id, then by their attempt', () => {
  const older = { runId: 9, runAttempt: 2 }
  expect(compareRuns(older, { runId: 10, runAttempt: 1 })).toBeLessThan(0)
  expect(compareRuns({ runId: 9, runAttempt: 10 }, older)).toBeGreaterThan(0)
  expect(compareRuns(older, { ...older })).toBe(0)
})
