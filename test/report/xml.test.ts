import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { element, openTag, text } from '../../src/report/xml.ts'
import { hostileText } from './hostile-arbitrary.ts'

describe('XML', () => {
  it('is written with escaped attributes and content', () => {
    expect(element('a', { b: 'x "<&>', c: 1 }, text('<&>" ]]>', 100))).toBe(
      '<a b="x &quot;&lt;&amp;&gt;" c="1">&lt;&amp;&gt;&quot; ]]&gt;</a>',
    )
    expect(element('a', {})).toBe('<a/>')
    expect(openTag('a', { b: '' })).toBe('<a b="">')
  })

  it('contains only characters that XML 1.0 allows, whatever the text', () => {
    fc.assert(
      fc.property(hostileText(30), (content) => {
        const safe = text(content, 500)
        expect(safe).not.toMatch(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u)
        expect(safe).not.toMatch(/[<>"]|&(?!(?:amp|lt|gt|quot);)/)
      }),
      { numRuns: 500 },
    )
  })
})
