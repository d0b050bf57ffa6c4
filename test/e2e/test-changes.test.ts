// What a pull request does to its tests of files, on the bundle: said in every report.
import { describe, expect, it } from 'vitest'
import { resultsOf } from './results-file.ts'
import { asks, FILE, failing, start } from './tests-in-files.ts'

const hello = asks('Says hello', 'Hand over')
const limit = asks('Names the limit', '30 days')

/** The line of the comment, without addresses. */
const testsLine = (report: string) => {
  const line = report.split('\n').find((each) => each.startsWith('**Tests:**')) ?? ''
  return line.replace(/\]\([^)]*\)/g, ']').replace(/[*[\]\u2068\u2069]/g, '')
}
const headlineOf = (report: string) => report.split('\n').find((each) => each.startsWith('### ')) ?? ''

describe.concurrent('reports say', () => {
  it('on a green comment which tests the pull request removes, with their lines at the base', async (test) => {
    const harness = await start(test, { [FILE]: hello }, { agents: failing })
    harness.change({ [FILE]: hello + limit })
    const step = await harness.run()
    expect(step.outputs).toMatchObject({ verdict: 'passed', total: '1' })
    expect(headlineOf(harness.report())).toMatch(/Good to merge: 1 test passed; this pull request removes 1$/)
    expect(testsLine(harness.report())).toBe('Tests: 1 removed: "Names the limit".')
    const base = resultsOf(step).decisions[0]?.changes?.tests[0]?.commit
    expect(harness.report()).toMatch(new RegExp(`/blob/${base}/agent-tests/refunds\\.yml#L7`))
    expect(step.log).toContain('· Tests: 1 removed: "Names the limit".')
    expect(step.summary).toContain('**Tests:**')
  })

  it('that a test expects something else, and what it expected', async (test) => {
    const harness = await start(
      test,
      { [FILE]: limit.replace('30 days', 'Hand over') },
      { agents: failing },
    )
    harness.change({ [FILE]: limit })
    const step = await harness.run()
    expect(testsLine(harness.report())).toBe('Tests: 1 edited (what it expects).')
    expect(harness.report()).toMatch(/\*\*Before:\*\* .*30 days[\s\S]*\*\*Now:\*\* .*Hand over/)
    const none = await harness.run({ details: 'none' })
    expect(testsLine(harness.report())).toBe('Tests: 1 edited (what it expects).')
    for (const text of ['30 days', 'Hand over'])
      expect([harness.report(), none.summary, none.log].join()).not.toContain(text)
    expect(step.outputs['verdict']).toBe('passed')
  })

  it('that thirty tests were replaced by one, and that a test is matched by no pattern any more', async (test) => {
    const thirty = Array.from({ length: 30 }, (_, nth) => asks(`Asks ${nth}`, 'Hand over')).join('')
    const harness = await start(test, { [FILE]: asks('Asks', 'Hand over') }, { agents: failing })
    harness.change({ [FILE]: thirty })
    await harness.run()
    expect(testsLine(harness.report())).toBe(
      'Tests: 30 removed: "Asks 0", "Asks 1", "Asks 2" and 27 more, 1 added.',
    )
    harness.change({ [FILE]: hello + limit }, { [FILE]: hello, 'old/limit.yml': limit })
    await harness.run()
    expect(testsLine(harness.report())).toBe('Tests: 1 removed: "Names the limit".')
  })

  it('a rename as one change, with an edit as two', async (test) => {
    const harness = await start(
      test,
      { [FILE]: hello.replace('name: Says', 'name: Said') },
      { agents: failing },
    )
    harness.change({ [FILE]: hello })
    await harness.run()
    expect(testsLine(harness.report())).toBe('Tests: 1 renamed.')
    expect(harness.report()).toContain('before: ')
    harness.change({ [FILE]: limit })
    await harness.run()
    expect(testsLine(harness.report())).toBe('Tests: 1 removed: "Names the limit", 1 added.')
  })

  it('a test of two agents once, with both', async (test) => {
    const tests = 'Support bot: agent-tests/*.yml\nBilling helper: agent-tests/*.yml'
    const [copy, original] = failing
    const agents = [copy, original, { ...original, name: 'Billing helper' }].flatMap((each) => each ?? [])
    const harness = await start(test, { [FILE]: hello }, { agents: agents as typeof failing })
    harness.change({ [FILE]: hello + limit })
    await harness.run({ agents: 'Support bot, Billing helper', tests })
    expect(testsLine(harness.report())).toBe('Tests: 1 removed: "Names the limit".')
    expect(harness.report().replace(/[\u2068\u2069]/g, '')).toMatch(
      /Removed: .*Names the limit.* · Support bot, Billing helper/,
    )
  })

  it('on a green comment that nobody knows it; nothing where nothing changed', async (test) => {
    const harness = await start(test, { [FILE]: hello }, { agents: failing })
    await harness.run()
    expect(harness.report()).not.toContain('**Tests:**')
    harness.github.faults.push((request) =>
      request.path.includes('/git/')
        ? { status: 403, body: { message: 'Resource not accessible by integration' } }
        : undefined,
    )
    const step = await harness.run()
    expect(step.outputs['verdict']).toBe('passed')
    expect(headlineOf(harness.report())).toContain('Good to merge')
    expect(testsLine(harness.report())).toMatch(
      /^Tests: It is not known what this pull request changes\. .*HTTP 403.*contents: read/,
    )
  })
})
