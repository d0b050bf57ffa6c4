import { describe, expect, test } from 'vitest'
import { errorCommand, maskCommand } from '../../src/runner/workflow-commands.ts'

describe('a workflow command', () => {
  test('has the syntax of the runner', () => {
    expect(errorCommand('Invalid input', 'Input "mode": no')).toBe(
      '::error title=Invalid input::Input "mode": no',
    )
    expect(maskCommand('sk-0123')).toBe('::add-mask::sk-0123')
  })

  test.each([
    ['line breaks', 'a\r\nb\rc\nd', 'a%0D%0Ab%0Dc%0Ad'],
    ['percent signs', '100%0A', '100%250A'],
    ['another command', 'a\n::add-mask::b', 'a%0A::add-mask::b'],
  ])('is one line whatever its message: %s', (_, text, escaped) => {
    expect(errorCommand('t', text)).toBe(`::error title=t::${escaped}`)
    expect(maskCommand(text)).toBe(`::add-mask::${escaped}`)
  })

  test('escapes its title', () => {
    expect(errorCommand('a::b,file=c\n', 'd')).toBe('::error title=a%3A%3Ab%2Cfile=c%0A::d')
    expect(errorCommand('a', 'd', { file: 'b,c:1.yml', line: 7 })).toBe(
      '::error title=a,file=b%2Cc%3A1.yml,line=7::d',
    )
  })
})
