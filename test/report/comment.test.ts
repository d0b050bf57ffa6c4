import { describe, expect, it } from 'vitest'
import type { AgentResult, EarlierRuns } from '../../src/gate/results.ts'
import { progressNotice, renderComment } from '../../src/report/comment.ts'
import { baselineFor, comparedOutcome, judged, steadyBaseline } from '../fixtures/baselines.ts'
import { hostileTexts } from '../fixtures/hostile-texts.ts'
import { billing, measured, support, unverified } from '../fixtures/sample-agents.ts'
import { cancelBooking, lateRefund, unanswered } from '../fixtures/sample-tests.ts'
import { failed, outcome, passed } from '../fixtures/samples.ts'
import { resultsOfScenario, scenarios } from '../fixtures/scenarios.ts'
import { comment, headingOf } from './contexts.ts'
import { automaticLinks, rendered } from './rendered.ts'

const of = (scenario: string) => renderComment(resultsOfScenario(scenario), { maxCharacters: 65_000 })
/** Their snapshots would be too long to review. */
const long = ['hostile-text', 'hostile-causes', 'hostile-comparison', 'thousand-agents']

describe.each(Object.keys(scenarios))('the comment of scenario %s', (name) => {
  it.skipIf(long.includes(name))('reads as it did', async () => {
    await expect(of(name)).toMatchFileSnapshot(`snapshots/${name}.md.snap`)
  })

  it('is whole, sound HTML that links to the runs and nowhere else', async () => {
    const page = await rendered(of(name))
    expect(page.elements[0]?.tagName).toBe('h3')
    const allowed =
      /^(h3|h4|p|strong|em|b|br|span|sub|a|code|pre|ul|li|blockquote|details|summary|table|thead|tbody|tr|th|td)$/
    expect(page.elements.map(({ tagName }) => tagName).filter((tag) => !allowed.test(tag))).toEqual([])
    for (const { properties } of page.elements.filter(({ tagName }) => tagName === 'a'))
      expect(properties['href']).toMatch(
        /^https:\/\/(app\.example\.com\/|github\.com\/acme\/shop\/actions\/)/,
      )
    expect(automaticLinks(page.looseTexts)).toEqual([])
  })
})

describe('the lines below the headline', () => {
  it('are the cause, what does not block and links; commit, cost and time are below the tests', () => {
    const markdown = of('worse')
    expect(markdown.split('\n').slice(2, 7)).toEqual([
      'Order agent could not be reached (timed out).<br>',
      'Not blocking: 1 new failing test, 1 known failure, 1 unreliable test, 2 flaky tests.<br>',
      '15 × as many tests failed as usual, across agents: the model or the service may have a bad day.<br>',
      '[Workflow run](https://github.com/acme/shop/actions/runs/4711) · **Agent tests**',
      '',
    ])
    expect(markdown).toMatch(
      /\| \*\*Total\*\* .*\n\ncommit `3f9c2d1` · 68 tests executed, retries included · /,
    )
    expect(comment(outcome([billing, support], 94_000))).toContain(
      '\ncommit `3f9c2d1` · slowest p95 1.8s · cost $0.056 · took 1m 34s\n',
    )
  })

  it('show a commit only if it is one, and a workflow run only at a web address', () => {
    const changes = { headSha: '](x)', workflowRunUrl: 'javascript:alert(1)' }
    expect(comment(outcome([billing], 1), changes)).not.toMatch(/javascript|\]\(x\)|commit/)
  })

  it('survive any title', () => {
    for (const title of hostileTexts)
      expect(headingOf(comment(outcome([billing], 72_000), { title }))).toMatch(
        /^### ✅ .*: Good to merge: all 18 tests passed$/,
      )
  })

  it('have both pass rates', () => {
    expect(of('worse')).toContain('first attempts of 53 compared tests passed: 86.8%, before 97.4%')
  })

  const slow = passed('Slow', 10, { p95LatencyMs: 1840, meanCostUsd: 0.003 })
  const fast = passed('Fast', 10, { p95LatencyMs: 700, meanCostUsd: 0.001 })
  const measures = (results: AgentResult[], earlierRuns: EarlierRuns[]) =>
    comment(comparedOutcome(results, 60_000, earlierRuns)).match(/slowest p95 .*|cost .*/)?.[0]

  it('have the difference from the baseline in cost, as far as both sides are known', () => {
    const both = [baselineFor(slow, [10, 10, 10]), baselineFor(fast, [10], { meanCostUsd: 0.001 })]
    expect(measures([slow, fast], both)).toBe('slowest p95 1.8s · cost $0.04 (+38%) · took 1m')
    const before = baselineFor(fast, [10], { p95LatencyMs: 900, meanCostUsd: 0.002 })
    expect(measures([fast], [before])).toBe('slowest p95 700ms · cost $0.01 (−50%) · took 1m')
    expect(measures([slow, fast], [before])).toBe('slowest p95 1.8s · cost $0.04 (−50%) · took 1m')
    expect(measures([passed('Unmeasured', 10)], [baselineFor(fast, [10])])).toBeUndefined()
  })

  it('have none if nothing changed that a reader would see', () => {
    const same = baselineFor(fast, [10], { p95LatencyMs: 700, meanCostUsd: 0.001001 })
    expect(measures([fast], [same])).toBe('slowest p95 700ms · cost $0.01 · took 1m')
  })
})

describe('the table', () => {
  it('has only columns that somebody has a value for', () => {
    const markdown = (p95LatencyMs: number) =>
      comment(outcome([passed('A', 3), passed('B', 3, { p95LatencyMs })], 1))
    expect(markdown(3001)).toContain('| Agent | Passed | p95 |\n')
    // Fast enough; the slowest one is below the table.
    expect(markdown(3000)).toContain('| Agent | Passed |\n')
    expect(markdown(3000)).toContain('slowest p95 3.0s')
  })

  it('puts the worst first, links to the runs, and adds totals from two agents on', () => {
    const one = failed('One', 9, [lateRefund], measured)
    const two = failed('Two', 9, [lateRefund, cancelBooking], measured)
    const rows = comment(outcome([billing, one, unverified, two], 1)).match(/^\| (?!Agent|:).*$/gm) ?? []
    expect(rows.map((row) => row.replace(/\[(.*?)\]\(.*?\)/g, '$1'))).toEqual([
      '| ❌&nbsp;Two | 7/9 | $0.019 |',
      '| ❌&nbsp;One | 8/9 | $0.019 |',
      '| ⚠️&nbsp;Order tracker | Cannot run | – |',
      '| ✅&nbsp;Billing helper | 18/18 | $0.031 |',
      '| **Total** | **33/36<br>1&nbsp;inconclusive** | **$0.069** |',
    ])
    expect(comment(outcome([billing], 1))).not.toContain('**Total')
  })

  it('has the total of the headline, without the planned tests of agents that gave no result', () => {
    expect(of('history-partly-unreadable')).toMatch(
      / 2 of 30 tests failed\n.*\| Timed out \|.*\| \*\*28\/30<br>1&nbsp;inconclusive\*\* \|/s,
    )
  })

  it('shows the trend of failing agents in every mode', () => {
    const one = failed('One', 10, [lateRefund])
    const earlierRuns = [baselineFor(one, [10, 9, 0, 10, 10])]
    const markdown = comment(outcome([one, billing], 1, { earlierRuns }))
    expect(markdown).toMatch(/\| ❌&nbsp;\[One\]\(.*\) \| 9\/10 \(−1\)<br>🟩🟥🟨🟩🟨 \|/)
    expect(markdown).toMatch(/\| ✅&nbsp;\[Billing helper\]\(.*\) \| 18\/18 \|/)
    expect(markdown).not.toMatch(/baseline|earlier run|compared/i)
  })

  it('links below the path of the application, and to the public page of a shared run', () => {
    const agent = passed('A', 1, { taskId: 'a/b c', shareToken: 't?(1)' })
    const markdown = comment(outcome([agent], 1), { appUrl: 'https://app.example.com/acme/' })
    expect(markdown).toContain('[A](https://app.example.com/acme/tests?tab=runs&runId=a%2Fb%20c)')
    expect(markdown).toContain('([public](https://app.example.com/acme/public/test-run/t%3F%281%29))')
  })

  it('has the difference from the newest earlier run of the same size, and the trend', () => {
    const broken = failed('Bot', 12, [judged(lateRefund, 'broken')])
    const row = (passedTests: readonly number[], total = 12) =>
      /^\| ❌&nbsp;.*$/m.exec(
        comment(comparedOutcome([broken], 1, [baselineFor(broken, passedTests, { total })])),
      )?.[0]
    expect(row([12, 6, 0, 12])).toMatch(/ \| 11\/12 \(−1\)<br>🟩🟥🟨🟩🟨 \| /)
    expect(row([9])).toMatch(/ \| 11\/12 \(\+2\) \| /)
    expect(row([11])).toMatch(/ \| 11\/12 \| /)
    expect(row([13], 13)).toMatch(/ \| 11\/12<br>🟩🟨 \| /)
  })

  it('does not show an increase that retries made, and the trend of first attempts', () => {
    const flaky = failed('Bot', 4, [judged(lateRefund, 'broken'), judged(cancelBooking, 'flaky')])
    const row = (before: number) =>
      /^\| ❌&nbsp;.*$/m.exec(
        comment(comparedOutcome([flaky], 1, [baselineFor(flaky, [before], { total: 4 })])),
      )?.[0]
    expect(row(2)).toMatch(/ \| 3\/4 \| /)
    expect(row(4)).toMatch(/ \| 3\/4 \(−1\)<br>🟩🟨 \| /)
  })
})

describe('the order of a comment', () => {
  it('is what the reader has to do: broken tests before the table, everything else below it', () => {
    const markdown = of('worse')
    const parts = [
      '2 tests broke',
      '| Agent |',
      '1 new failing test\n',
      '1 known failure\n',
      '1 unreliable test\n',
    ]
    parts.push('2 flaky tests</', '1 test without a result</', 'Baseline:')
    const positions = parts.map((part) => markdown.indexOf(part, markdown.indexOf('####')))
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    expect(positions).not.toContain(-1)
  })

  it('has the history of each failing test', () => {
    expect(of('worse')).toContain('· failed 3 of 3 attempts; passed all of its last 10 runs</summary>')
    expect(of('worse')).toContain('passed on attempt 2; failed 1 of its last 10 runs')
    expect(of('could-not-retry')).toContain('not run again, because the timeout was reached</summary>')
    expect(of('failed-every-retry')).toContain('· Support bot · failed 2 of 2 attempts</summary>')
  })

  it('starts with what to do next if the verdict is inconclusive', () => {
    expect(of('timed-out')).toMatch(/^###[^#]*#### What to do next\n/)
    expect(of('mixed').indexOf('#### What to do next')).toBeGreaterThan(of('mixed').indexOf('| Agent |'))
  })

  it('lists a test without a result once, unless its run is still in progress', () => {
    const markdown = comment(outcome([failed('A', 9, [lateRefund, unanswered])], 1))
    expect(markdown.match(/Late arrival/g)).toHaveLength(1)
    expect(markdown).toContain('⚠️ 1 test without a result</summary>')
    expect(of('timed-out')).not.toContain('without a result')
  })
})

describe('what repeats', () => {
  const remedies = (markdown: string) => markdown.match(/→ .*/g) ?? []

  it('is said once: why tests were not run again', () => {
    const markdown = of('many-small-breaks')
    expect(markdown.match(/not run again/g)).toHaveLength(1)
    expect(markdown).toContain(
      '\n⚠️ **Support bot**: failing tests were not run again, because too many tests failed at once.\n',
    )
  })

  it('is said once: what to do about the same kind of problem, the most frequent first', () => {
    const markdown = of('every-reason')
    const steps = remedies(markdown).map((line) => line.replace(/ \[.*/, ''))
    expect(new Set(steps).size).toBe(steps.length)
    expect(steps[0]).toBe('→ Open the run to see why, then re-run this job.')
  })

  it('is folded from the 21st agent and name on', () => {
    const markdown = of('thousand-agents')
    const open = markdown.split('<details>\n<summary>').at(0) ?? ''
    expect(markdown).toMatch(/<summary>\d+ more agents that did not pass<\/summary>/)
    const names = Array.from({ length: 60 }, (_, index) => ({ ...lateRefund, name: `Test ${index + 1}` }))
    const many = comment(outcome([failed('A', 90, names)], 1), {}, 12_000)
    const listed = many.split('<summary>').find((part) => part.includes('\n- <b>')) ?? ''
    expect(listed.match(/^- <b>/gm)).toHaveLength(20)
    expect(many).toMatch(/<summary>\d+ more tests<\/summary>\n\n- <b>/)
    expect(open.match(/^\| [❌⚠⏭]/gmu)?.length ?? 0).toBeLessThanOrEqual(20)
  })
})

describe('the next step of a failing test', () => {
  it('is to fix the agent or the test, with a link; nothing for known failures', () => {
    for (const name of ['one-fails', 'one-broke'])
      expect(of(name)).toContain(
        'If a reply is wrong, fix the agent. If it is right, correct the test or its evaluator. [Open the tests](https://app.example.com/tests)\n',
      )
    expect(of('not-worse')).toContain(
      '\nProbably not this change: also failed in more than half of the earlier runs. Not blocking, nothing to do here.\n',
    )
    expect(of('not-worse')).not.toContain('Open the tests')
  })
})

describe('the baseline', () => {
  it('says how many runs, from when to when, with links, and which agents have none', () => {
    const markdown = of('worse')
    expect(markdown).toContain('<summary>Baseline: earlier runs of 3 agents, 53 tests compared</summary>')
    expect(markdown).toMatch(/- Support bot: 10 runs from 2026-11-11 to 2026-11-20 \(\[2026-11-20\]\(https/)
    expect(markdown).toContain('No earlier run to compare with: **Gift adviser**. Later jobs')
  })

  it('warns of runs older than 14 days', () => {
    expect(of('stale-baseline')).toContain('⚠️ **Billing helper**: the newest earlier run is 20 days old.')
    const recent = comparedOutcome([billing], 1, [baselineFor(billing, [18], { newestDaysAgo: 14 })])
    expect(comment(recent)).not.toContain('days old')
  })

  it('is left out of the other modes', () => {
    expect(comment(outcome([support], 1))).not.toMatch(/Baseline|🟩|earlier run/)
    expect(comment(comparedOutcome([billing], 1, [steadyBaseline(billing)]))).toContain('Baseline')
  })
})

describe('the notice in an existing comment', () => {
  it('says that tests for the new commit are running', () => {
    const headSha = '3f9c2d17ab04e5d8c6b1907f2a4e8d5c3b6a9f01'
    const workflowRunUrl = 'https://github.com/a/b/actions/runs/1'
    expect(progressNotice({ title: 'Agent tests', headSha, workflowRunUrl })).toBe(
      `### ⏳ Testing commit \`3f9c2d1\` ([workflow run](${workflowRunUrl}))`,
    )
    expect(progressNotice({ title: 'staging', headSha: 'x', workflowRunUrl: 'javascript:x' })).toBe(
      '### ⏳ staging: Testing a new commit',
    )
  })
})
