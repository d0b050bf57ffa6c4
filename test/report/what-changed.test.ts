// What changed since the earlier runs, test by test, in the comment of mode gate-if-worse.
import { describe, expect, it } from 'vitest'
import { billing, support } from '../fixtures/sample-agents.ts'
import { cancelBooking, lateRefund, notRun } from '../fixtures/sample-tests.ts'
import { comparedWith, failed, outcome, passed, test as testReport } from '../fixtures/samples.ts'
import { comment, compared } from './compared.ts'

describe('what changed', () => {
  const before = { passed: 12, total: 12 }
  const changes = {
    newlyFailing: ['Refuses a refund after 30 days'],
    fixed: ['Greets'],
    added: ['Hands an angry customer over to a person', 'Waves'],
    removed: ['Nods'],
  }
  const markdown = comment(
    compared([billing, support], {
      compared: [comparedWith(support, before, changes)],
      withoutHistory: [billing.agent],
    }),
  )

  it('stands before the list of all failing tests, with both rates and a count of each kind', () => {
    expect(markdown).toContain(
      '#### What changed: 1 newly failing, 1 fixed, 2 new (1 failing), 1 removed\n\n' +
        'Of the agents with an earlier run, 10 of 12 tests passed (83.3%), before 12 of 12 (100.0%).\n',
    )
    expect(markdown.indexOf('What changed')).toBeLessThan(markdown.indexOf('| Agent |'))
    expect(markdown.indexOf('| Agent |')).toBeLessThan(markdown.indexOf('#### All failing tests'))
  })

  it('names the tests by kind and agent, and which of the new ones fail', () => {
    const folds = [...markdown.matchAll(/<summary>(\S+) <b>([^<]*)<\/b><\/summary>\n\n([^<]*)\n<\/details>/g)]
    expect(folds.map(([, sign, title, names]) => [sign, title, names])).toEqual([
      ['❌', '1 newly failing', '- **Support bot**\n  - Refuses a refund after 30 days\n'],
      ['✅', '1 fixed', '- **Support bot**\n  - Greets\n'],
      [
        '➕',
        '2 new (1 failing)',
        '- **Support bot**\n  - Hands an angry customer over to a person (failing)\n  - Waves\n',
      ],
      ['➖', '1 removed', '- **Support bot**\n  - Nods\n'],
    ])
  })

  it('has the count of before for each agent, linked to that run, and names those without one', () => {
    expect(markdown).toMatch(
      /\| ❌ Support bot .* \[12 \/ 12\]\(https:\/\/app\.example\.com\/tests\?tab=runs&runId=/,
    )
    expect(markdown).toMatch(/\| ✅ Billing helper \| Passed \| 18 \/ 18 \| no earlier run \|/)
    expect(markdown).toContain('No earlier run to compare with: **Billing helper**.')
  })

  it('sums up before only beside the totals of the same agents', () => {
    expect(markdown).toMatch(/\| \*\*All 2 agents\*\* \| \*\*2 failed\*\* \| \*\*28 \/ 30\*\* \| {2}\|/)
    const both = compared([support, billing], {
      compared: [comparedWith(support, before), comparedWith(billing, { passed: 9, total: 12 })],
    })
    expect(comment(both)).toContain('| **28 / 30** | **21 / 24** |')
  })

  it('marks failing tests as news, and puts them first', () => {
    expect(markdown).toMatch(/#### Refuses a refund after 30 days <sub dir="ltr">newly failing · 1\.8 s/)
    expect(markdown).toMatch(/#### Hands an angry customer over to a person <sub dir="ltr">new · 960 ms/)
    const last = compared([failed('Bot', 3, [lateRefund, cancelBooking])], {
      compared: [
        comparedWith(
          failed('Bot', 3, []),
          { passed: 3, total: 3 },
          { newlyFailing: [cancelBooking.name ?? ''] },
        ),
      ],
    })
    expect(comment(last).match(/^#### (?:Cancels|Refuses)/gm)).toEqual(['#### Cancels', '#### Refuses'])
  })

  it('calls no test news whose name another test has, too', () => {
    const twins = failed('Twins', 3, [testReport('Twin'), testReport('Twin', { status: 'passed' })])
    const parts = { compared: [comparedWith(twins, { passed: 2, total: 2 }, { added: ['Twin'] })] }
    const page = comment(compared([twins], parts))
    expect(page).toContain('What changed: 1 new\n')
    expect(page).toContain('#### Twin\n')
  })

  it('says so where no test changed', () => {
    const same = compared([support], { compared: [comparedWith(support, { passed: 10, total: 12 })] })
    expect(comment(same)).toContain(
      '#### What changed\n\n10 of 12 tests passed (83.3%), before 10 of 12 (83.3%). No test is newly failing, fixed, new or removed.\n',
    )
  })

  it('puts the agents first where the most tests newly fail', () => {
    const one = failed('One', 9, [lateRefund])
    const two = failed('Two', 9, [lateRefund, cancelBooking])
    const page = comment(
      compared([two, one], {
        compared: [
          comparedWith(two, { passed: 7, total: 9 }),
          comparedWith(one, { passed: 9, total: 9 }, { newlyFailing: [lateRefund.name ?? ''] }),
        ],
      }),
    )
    expect(page.match(/^\| ❌ \w+/gm)).toEqual(['| ❌ One', '| ❌ Two'])
  })

  it('leaves tests without a verdict to the list of failing ones', () => {
    const stuck = failed('Stuck', 3, [lateRefund, notRun])
    const page = comment(
      compared([stuck], {
        compared: [comparedWith(stuck, { passed: 1, total: 3 }, { added: [notRun.name ?? ''] })],
      }),
    )
    expect(page).toContain('What changed: 1 new\n')
    expect(page).toContain('#### Without a result')
  })

  it('is left out of the other modes', () => {
    expect(comment(outcome([support], 1))).not.toMatch(/What changed|\| Before|All failing tests/)
  })
})

describe('a comparison in little room', () => {
  const names = (kind: string) => Array.from({ length: 40 }, (_, i) => `${kind} ${i + 1}.`)
  const bot = failed(
    'Bot',
    200,
    names('Newly').map((name) => ({ ...lateRefund, name })),
  )
  const whole = compared([bot, passed('Novice', 3)], {
    compared: [
      comparedWith(
        bot,
        { passed: 170, total: 200 },
        {
          newlyFailing: names('Newly'),
          fixed: names('Fixed'),
          added: names('Added'),
          removed: names('Removed'),
        },
      ),
    ],
    withoutHistory: [passed('Novice', 3).agent],
  })
  const namesIn = (markdown: string) => ({
    newly: markdown.match(/^ {2}- Newly/gm)?.length ?? 0,
    others: markdown.match(/^ {2}- (Fixed|Added|Removed)/gm)?.length ?? 0,
    reasons: markdown.match(/\*\*Policy\*\*/g)?.length ?? 0,
  })

  it('gives up what is fixed, new and removed before reasons, and those before what newly fails', () => {
    expect([65_000, 16_000, 3_500, 1_500].map((size) => namesIn(comment(whole, size)))).toEqual([
      { newly: 40, others: 120, reasons: 40 },
      { newly: 40, others: 30, reasons: 40 },
      { newly: 40, others: 0, reasons: 2 },
      { newly: 10, others: 0, reasons: 0 },
    ])
  })

  it('says how many of a kind are left out, and keeps every count to the last', () => {
    expect(comment(whole, 1_500)).toMatch(/\n… and \d+ more\.\n\n<\/details>/)
    const least = comment(whole, 800)
    expect(least).toContain('pass rate fell from 85.0% (170 of 200) to 80.0% (160 of 200)')
    expect(least).toContain('#### What changed: 40 newly failing, 40 fixed, 40 new, 40 removed')
    expect(least).toContain('No earlier run to compare with: **Novice**.')
  })
})
