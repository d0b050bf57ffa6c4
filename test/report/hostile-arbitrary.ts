// Random texts that lean towards what breaks reports: markup, mentions, controls, halves of characters.
import fc from 'fast-check'
import { hostileTexts } from '../fixtures/hostile-texts.ts'

const pieces = [
  ...'\n\r\u2028\u0085 \t`|\\*_<>&[])@#:$\u202E\u200B\u200D\uFEFF\u0301é😀ב中',
  ...'``` ~~~ `` \\| ** ~~ </ <!-- --> <b> </details> <br> &#64; &lt; ]( ![ [^1] ]]> @octocat'.split(' '),
  ...'#1 GH- 1 12 abcdef0 deadbeefcafe :// https://a.example www. a@b.example :tada: $$'.split(' '),
  ...'--- === :-: ::error:: ##[error] ##[ word ש3'.split(' '),
  ...['\r\n', '    ', '[x]: ', '# ', '- ', '+ ', '1. ', '1) ', '> '],
  ...['\u001B[31m', '\u{E0041}', '\uD800', '\uDC00'],
]

export function hostileText(maxPieces = 12): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...pieces) },
    { weight: 1, arbitrary: fc.constantFrom(...hostileTexts) },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
  )
  return fc.array(piece, { maxLength: maxPieces }).map((parts) => parts.join(''))
}
