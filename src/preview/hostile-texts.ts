// Texts that try to be more than text, for the preview and the tests: each would do something if it got through.
import { comparisonOf } from '../gate/comparison.ts'
import type { AgentResult, GateOutcome, TestReport } from '../gate/results.ts'
import { binary, comparedWith, failed, inconclusive, outcome, passed, test } from './samples.ts'

export const hostileTexts: readonly string[] = [
  '::error::not ours',
  '##[add-mask]secret and then ##[error]more',
  'one\rtwo\r\n::set-output name=verdict::passed\u2028three\u0085four',
  '\u001B[31mred\u001B[0m \u001B]0;title\u0007 bell',
  '@everyone \\@octocat &#64;octocat @org/team mail me@example.com',
  'fixes #1, GH-2, owner/repo#3, owner/repo@0123456789abcdef0123456789abcdef01234567 and 0123456',
  '![pixel](https://evil.example/p.png) [click](javascript:alert(1)) <https://evil.example>',
  'https://evil.example www.evil.example ftp://evil.example mailto:a@b.example',
  '<img src=x onerror=alert(1)><script>alert(1)</script><!-- comment --> -->',
  '</details></summary></td></table><details open><summary>',
  '````\n```\n~~~\n</details>\n# heading\n- item\n1. one\n> quote\n---\n===',
  '| a | b |\n|---|---|\n| `c\\|d` | e |',
  '**bold** _emphasis_ ~~gone~~ `code` snake_case_name __init__ [^1] :tada: $x^2$ $$y$$ #ff0000',
  'user\u202Etxt.exe \u2066isolated zero\u200Bwidth\uFEFF \u{E0041}tag soft\u00ADhyphen',
  'lone \uD800 surrogate \uDC00 and \uFFFF',
  ']]> <![CDATA[ &amp; &lt;b&gt; &#x40;octocat',
  'Z\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307algo',
  '',
  '\u200B\u200B',
  '    four spaces\n\tand a tab',
]

/** An agent whose name, test, reasons, reply and tool call are all the same text. */
export function hostileAgent(text: string): AgentResult {
  return failed(text, 3, [hostileTest(text), { ...hostileTest(text), status: 'unanswered' }])
}

/** An agent that could not be run, for a reason that is the text. */
export function hostileRefusal(text: string): AgentResult {
  const fault = { kind: 'http', message: text, reason: text, status: 400, code: null } as const
  return inconclusive(`Refused ${text}`, { kind: 'cannot-run', fault })
}

/** Agents beside earlier runs: of each text one that is compared, one without an earlier run, one of unread history. */
export function hostileComparison(texts: readonly string[]): GateOutcome {
  const compared = texts.map(hostileAgent)
  const fresh = texts.map((text) => passed(`Fresh ${text}`, 3))
  const unread = texts.map((text) => ({ text, result: passed(`Unread ${text}`, 3) }))
  const comparison = comparisonOf({
    compared: compared.map((result, index) => {
      const names = texts.slice(index, index + 1)
      const changes = { newlyFailing: names, fixed: names, added: names, removed: names }
      return comparedWith(result, { passed: 3, total: 3 }, changes)
    }),
    withoutHistory: fresh.map(({ agent }) => agent),
    unreadable: unread.map(({ text, result: { agent } }) => ({
      agent,
      fault: { kind: 'http', message: text, reason: text, status: 403, code: null },
    })),
  })
  return outcome([...compared, ...fresh, ...unread.map(({ result }) => result)], 60_000, null, comparison)
}

function hostileTest(text: string): TestReport {
  return test(text, {
    reasoning: `- ${text}\n+ ${text}`,
    reply: text,
    toolCalls: [{ tool: text, arguments: JSON.stringify({ text }) }],
    judges: [{ ...binary(text, false, text), valueName: text }],
  })
}
