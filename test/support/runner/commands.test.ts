// The stand-in reads a step's output as the runner does: what is a command, what is text, what is hidden.
import { describe, expect, it } from 'vitest'
import { readStepLog } from './commands.ts'
import { createMasks } from './masks.ts'

const names = (output: string) => readStepLog(output).commands.map(({ name }) => name)

describe('a line is a command', () => {
  it.each([
    ['::warning::text', 'at the start of a line'],
    ['  \t::warning::text', 'after white space'],
    ['\u0085::warning::text', 'after a line break of another kind'],
    ['::WARNING::text', 'in capitals'],
    ['##[warning]text', 'in the older syntax'],
    ['text ##[warning]text', 'in the older syntax, anywhere in a line'],
    ['::no-such-command::##[warning]text', 'in the older syntax behind what looks like the newer one'],
  ])('%j: %s', (line) => {
    expect(names(line)).toEqual(['warning'])
  })

  it.each([
    ['text ::warning::text', 'the newer syntax not at the start'],
    ['::warning:text', 'without its end'],
    [':: warning::text', 'without a name'],
    ['::shout::text', 'of an unknown name'],
    ['##[shout]text ##[warning]text', 'behind an unknown one in the older syntax'],
    ['##[warning text', 'without a bracket'],
  ])('but not %j: %s', (line) => {
    expect(names(line)).toEqual([])
    expect(readStepLog(line).lines).toEqual([line])
  })

  it('on each line, whatever ends it', () => {
    expect(names('::notice::a\r\n::notice::b\r::notice::c\n::notice::d')).toHaveLength(4)
  })
})

describe('properties and text of a command', () => {
  it('are decoded by the newer rules', () => {
    const [command] = readStepLog(
      '::error title=a%2Cb%3Ac%25,file=x.ts,line=::one%0Atwo%0D%25 %3A kept',
    ).commands
    expect(command?.properties).toEqual({ title: 'a,b:c%', file: 'x.ts' })
    expect(command?.data).toBe('one\ntwo\r% %3A kept')
  })

  it('are decoded by the older rules', () => {
    const [command] = readStepLog('##[error title=a%3Bb%5D;file=x.ts]one%0Atwo;').commands
    expect(command?.properties).toEqual({ title: 'a;b]', file: 'x.ts' })
    expect(command?.data).toBe('one\ntwo;')
  })
})

describe('masks', () => {
  it('hide what comes after them, each line and each form of a secret', () => {
    const { lines } = readStepLog('key=a&b c\n::add-mask::a&b c%0Asecond\nkey=a&b c\na%26b%20c\nsecond')
    expect(lines).toEqual(['key=a&b c', 'key=***', '***', '***'])
  })

  it('hide the longer secret where one holds the other', () => {
    expect(readStepLog('::add-mask::abc\n::add-mask::abcdef\nabcdef').lines).toEqual(['***'])
  })

  it('hide secrets that the runner knows before, also in annotations and under stopped commands', () => {
    const { lines, annotations } = readStepLog(
      '::error::the s3cret\n::stop-commands::pause-0815\nthe s3cret',
      createMasks(['s3cret']),
    )
    expect(annotations[0]?.message).toBe('the ***')
    expect(lines.at(-1)).toBe('the ***')
  })
})

describe('stop-commands', () => {
  const paused = '::stop-commands::pause-0815\n::error::text\n##[error]text\n'

  it('makes commands text until its word comes, in either syntax', () => {
    expect(names(`${paused}::pause-0815::\n::notice::a`)).toEqual(['stop-commands', 'notice'])
    expect(names(`${paused}##[pause-0815]\n::notice::a`)).toEqual(['stop-commands', 'notice'])
    expect(names(`${paused}::notice::a`)).toEqual(['stop-commands'])
  })

  it('is refused with a word that anybody could guess, which fails the step', () => {
    for (const word of ['', 'error', 'pause-logging']) {
      const log = readStepLog(`::stop-commands::${word}\n::notice::a`)
      expect(log.refused).toBe(true)
      expect(log.annotations).toHaveLength(1)
    }
  })
})

describe('limits', () => {
  it('shows ten annotations of each level, and all of them in the log', () => {
    const output = Array.from({ length: 12 }, (_, n) => `::error::E${n}\n::warning::W${n}`).join('\n')
    const { annotations, lines } = readStepLog(output)
    expect(annotations.filter(({ level }) => level === 'error')).toHaveLength(10)
    expect(annotations.filter(({ level }) => level === 'warning')).toHaveLength(10)
    expect(lines).toContain('Error: E11')
  })

  it('cuts an annotation at 4,096 characters', () => {
    expect(readStepLog(`::error::${'x'.repeat(5000)}`).annotations[0]?.message).toHaveLength(4096)
  })
})

it.each(['set-env name=A', 'add-path'])('%s is refused, which fails the step', (head) => {
  expect(readStepLog(`::${head}::value`).refused).toBe(true)
})
