// Tests of the runner emulator: commands, text and masks in a step's output.
import { describe, expect, it } from 'vitest'
import { readStepLog } from './commands.ts'
import { createMasks } from './masks.ts'

const names = (output: string) => readStepLog(output).commands.map(({ name }) => name)

describe('a line is a command', () => {
  it.each([
    ['::warning::text', 'at the start of a line'],
    ['  \t::warning::text', 'after white space'],
    ['\u0085::warning::text', 'after a NEL'],
    ['::WARNING::text', 'in capitals'],
    ['##[warning]text', 'in the older syntax'],
    ['text ##[warning]text', 'in the older syntax, anywhere in a line'],
    ['::no-such-command::##[warning]text', 'in the older syntax after an unknown command in the newer one'],
  ])('%j: %s', (line) => {
    expect(names(line)).toEqual(['warning'])
  })

  it.each([
    ['text ::warning::text', 'newer syntax, not at the start'],
    ['::warning:text', 'without the second colons'],
    [':: warning::text', 'without a name'],
    ['::shout::text', 'unknown name'],
    ['##[shout]text ##[warning]text', 'after an unknown command in the older syntax'],
    ['##[warning text', 'without a closing bracket'],
  ])('but not %j: %s', (line) => {
    expect(names(line)).toEqual([])
    expect(readStepLog(line).lines).toEqual([line])
  })

  it('on each line, whatever ends it', () => {
    expect(names('::notice::a\r\n::notice::b\r::notice::c\n::notice::d')).toHaveLength(4)
  })
})

describe('properties and data of a command', () => {
  it('are decoded (newer syntax)', () => {
    const [command] = readStepLog(
      '::error title=a%2Cb%3Ac%25,file=x.ts,line=::one%0Atwo%0D%25 %3A kept',
    ).commands
    expect(command?.properties).toEqual({ title: 'a,b:c%', file: 'x.ts' })
    expect(command?.data).toBe('one\ntwo\r% %3A kept')
  })

  it('are decoded (older syntax)', () => {
    const [command] = readStepLog('##[error title=a%3Bb%5D;file=x.ts]one%0Atwo;').commands
    expect(command?.properties).toEqual({ title: 'a;b]', file: 'x.ts' })
    expect(command?.data).toBe('one\ntwo;')
  })
})

describe('masks', () => {
  it('apply from then on, to each line and each encoding of a secret', () => {
    const { lines } = readStepLog('key=a&b c\n::add-mask::a&b c%0Asecond\nkey=a&b c\na%26b%20c\nsecond')
    expect(lines).toEqual(['key=a&b c', 'key=***', '***', '***'])
  })

  it('mask the longer of two overlapping secrets', () => {
    expect(readStepLog('::add-mask::abc\n::add-mask::abcdef\nabcdef').lines).toEqual(['***'])
  })

  it('cover initial secrets, also in annotations', () => {
    const { lines, annotations } = readStepLog('::error::the s3cret', createMasks(['s3cret']))
    expect(annotations[0]?.message).toBe('the ***')
    expect(lines).toEqual(['Error: the ***'])
  })
})

describe('limits', () => {
  it('keeps ten annotations per level, and shows all in the log', () => {
    const output = Array.from({ length: 12 }, (_, n) => `::error::E${n}\n::warning::W${n}`).join('\n')
    const { annotations, lines } = readStepLog(output)
    expect(annotations.filter(({ level }) => level === 'error')).toHaveLength(10)
    expect(annotations.filter(({ level }) => level === 'warning')).toHaveLength(10)
    expect(lines).toContain('Error: E11')
  })

  it('truncates an annotation to 4,096 characters', () => {
    expect(readStepLog(`::error::${'x'.repeat(5000)}`).annotations[0]?.message).toHaveLength(4096)
  })
})

it.each(['set-env name=A', 'add-path'])('%s is rejected, which fails the step', (head) => {
  expect(readStepLog(`::${head}::value`).refused).toBe(true)
})
