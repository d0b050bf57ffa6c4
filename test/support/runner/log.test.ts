// A log that saw no commands would let every text pass.
import { expect, it } from 'vitest'
import { createLog } from './log.ts'

it.each([
  ['::warning::text', true],
  [' \t\u0085::WARNING title=a::text', true],
  ['text ##[warning]text', true],
  ['::no-such-command::##[warning]text', true],
  ['text ::warning::text', false],
  [':: warning::text', false],
  ['##[shout]text ##[warning]text', false],
  ['##[warning text', false],
])('%j: whether the runner runs a command in it is %s', (line, isCommand) => {
  const log = createLog()
  log.read(line)
  expect(log.commands.map(({ name }) => name)).toEqual(isCommand ? ['warning'] : [])
  expect(log.lines).toEqual([isCommand ? 'Warning: text' : line])
})

it('a secret is masked from then on, with its lines and in each encoding', () => {
  const log = createLog()
  for (const line of ['key=a&b c', '::add-mask::a&b c%0Asecond', 'key=a&b c', 'a%26b%20c', 'second'])
    log.read(line)
  expect(log.lines).toEqual(['key=a&b c', 'key=***', '***', '***'])
})
