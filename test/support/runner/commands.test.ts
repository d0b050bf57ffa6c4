// Tests of the runner emulator: commands, text and masks in a step's output.
import { describe, expect, it } from 'vitest'
import { readStepLog } from './commands.ts'

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

describe('masks', () => {
  it('apply from then on, to each line and each encoding of a secret', () => {
    const { lines } = readStepLog('key=a&b c\n::add-mask::a&b c%0Asecond\nkey=a&b c\na%26b%20c\nsecond')
    expect(lines).toEqual(['key=a&b c', 'key=***', '***', '***'])
  })
})

it.each(['set-env name=A', 'add-path'])('%s is rejected, which fails the step', (head) => {
  expect(readStepLog(`::${head}::value`).refused).toBe(true)
})
