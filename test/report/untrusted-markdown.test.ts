import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blockText, codeSpan, inlineText, sentenceText } from '../../src/report/untrusted-markdown.ts'
import { breaker, cutLine, cutText } from '../../src/report/untrusted-text.ts'
import { hostileTexts } from '../fixtures/hostile-texts.ts'
import { hostileText } from './hostile-arbitrary.ts'
import { automaticLinks, rendered } from './rendered.ts'

const places: Readonly<Record<string, (markdown: string) => string>> = {
  'a paragraph of its own': (text) => `before\n\n${text}\n\nafter`,
  'a line after text': (text) => `**Reply:** ${text}\n\nafter`,
  'a heading': (text) => `#### ${text}\n\nafter`,
  'bold text': (text) => `**(${text})** after`,
  'a list item': (text) => `- ${text}\n- after`,
  'a list item with a colon after it': (text) => `- ${text}: after`,
  'a quotation': (text) => `> ${text}\n\nafter`,
  'a table cell': (text) => `| a | b |\n| :-- | --: |\n| ${text} | 1 |\n| after | 2 |`,
  'a summary': (text) =>
    `<details>\n<summary><b>${text}</b> after</summary>\n\ninside\n\n</details>\n\nafter`,
}

/** What a reader sees: without what only machines see. */
function visible(text: string): string {
  return text
    .replace(/\u200B/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

describe.each(Object.entries(places))('prose in %s', (_place, wrap) => {
  it('adds no structure, links nothing, and reads as it was written', async () => {
    const { skeleton } = await rendered(wrap('plain'))
    await fc.assert(
      fc.asyncProperty(hostileText(), async (text) => {
        const attempts = [
          { markdown: inlineText(`a${text}`, 200), written: cutLine(`a${text}`, 200) },
          { markdown: blockText(`a${text}`, 200).markdown, written: cutText(`a${text}`, 200).text },
        ]
        for (const { markdown, written } of attempts) {
          const page = await rendered(wrap(markdown))
          expect(page.skeleton).toBe(skeleton)
          expect(automaticLinks(page.looseTexts)).toEqual([])
          expect(visible(page.text)).toContain(visible(written))
        }
      }),
      { numRuns: 150, examples: hostileTexts.map((text) => [text]) },
    )
  })
})

describe('prose', () => {
  it('leaves plain words readable in the source', () => {
    const text = 'Refund_policy: "30 days" (isn\'t) final, 100% - see snake_case.'
    expect(inlineText(text, 200)).toBe(text)
  })

  it('is cut before it is made safe, so that no entity is cut in half', () => {
    expect(inlineText('<<<<<<', 4)).toBe('&#60;&#60;&#60;…')
  })

  it('forms no emoji with a colon that follows', async () => {
    const page = await rendered(`- ${inlineText(':tada:_', 20)}: 2 runs`)
    expect(automaticLinks(page.looseTexts)).toEqual([])
  })

  it('keeps line breaks as <br>, blank lines as one', () => {
    expect(blockText('one\r\ntwo\n\n\n\nthree', 100)).toEqual({
      markdown: 'one<br>two<br><br>three',
      leftOut: 0,
    })
  })

  it('says how much was cut off', () => {
    expect(blockText('abcdefghij', 5)).toEqual({ markdown: 'abcd…', leftOut: 6 })
  })

  it('isolates right-to-left text, so that numbers beside it and its paragraph stay where they are', async () => {
    expect(inlineText('בוט 3', 20)).toBe('<span dir="auto">בוט 3</span>')
    const { elements } = await rendered(`${sentenceText([{ kind: 'agent', text: 'בוט 3' }])}: yes`)
    expect(elements.map(({ tagName, properties }) => [tagName, properties['dir']])).toEqual([
      ['p', 'auto'],
      ['span', 'auto'],
    ])
  })
})

describe('a code span', () => {
  it('holds any text as code, and nothing but code', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText(), async (text) => {
        const span = codeSpan(`a${text}`, 200)
        const page = await rendered(`- Called ${span}, then more\n- after`)
        expect(page.skeleton).toBe('ul(li(code()) li())')
        expect(page.text).not.toMatch(/@(?!\u200B)/)
        expect(page.text.replaceAll(breaker, '')).toContain(cutLine(`a${text}`, 200))
      }),
      { numRuns: 150 },
    )
  })

  it('is empty for no text, since two backticks would swallow what follows', () => {
    expect(codeSpan(' \u200B\n', 20)).toBe('')
  })
})

describe('a link', () => {
  it('leads to web addresses only', () => {
    const linkTo = (url: string) => sentenceText([{ kind: 'link', text: 'A', url, isStrong: true }])
    expect(linkTo('https://a.example/(b)')).toBe('[**A**](https://a.example/%28b%29)')
    for (const address of ['javascript:alert(1)', 'data:,x', '//a.example', 'x'])
      expect(linkTo(address)).toBe('**A**')
  })
})
