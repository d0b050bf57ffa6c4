// Tests of the runner emulator: the files that a step writes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readOutputs, readPairs, readSummary, summaryError } from './files.ts'
import { createMasks } from './masks.ts'

function written(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'agent-tests-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'file'), text)
  return join(folder, 'file')
}

describe('outputs', () => {
  it.each([
    ['a=1\nb=x=y<<z\n', { a: '1', b: 'x=y<<z' }],
    ['a<<END\nfirst\n\nb=2\nEND\n', { a: 'first\n\nb=2' }],
    ['a<<END\nEND\n', { a: '' }],
    ['a<<=\n1\n=\n', { a: '1' }],
    ['\n\na=1', { a: '1' }],
    ['a=1\na=2', { a: '2' }],
  ])('%j', (text, expected) => {
    expect(readPairs(text)).toEqual(expected)
  })

  it.each(['no assignment', 'a<<END\nnever ended', '<<END\nx\nEND', 'a<<\nx\n'])('rejects %j', (text) => {
    expect(() => readPairs(text)).toThrow()
  })

  it('are rejected above 1 MB', () => {
    expect(() => readOutputs(written(`a=${'x'.repeat(1024 * 1024)}`))).toThrow('larger than 1 MB')
  })

  it('are empty if the step removed the file', () => {
    expect(readOutputs(join(tmpdir(), 'no-such-file'))).toEqual({})
  })
})

describe('the summary', () => {
  it('is shown masked, up to 1 MiB', () => {
    const file = written(`${'é'.repeat(512 * 1024 - 4)} s3cret`)
    expect(readSummary(file, createMasks(['s3cret'])).slice(-4)).toBe(' ***')
    expect(summaryError(file)).toBeNull()
  })

  it('is replaced by an error above 1 MiB', () => {
    const file = written(`${'é'.repeat(512 * 1024)}!`)
    expect(readSummary(file)).toBe('')
    expect(summaryError(file)?.message).toContain('1025k')
  })
})
