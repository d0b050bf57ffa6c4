// Tests that an agent's last run had, and this one has not.
import { describe, expect, test } from 'vitest'
import { reportsOf } from '../../../src/report/reports.ts'
import { agentNotes } from '../../../src/results/notes.ts'
import { plain } from '../../../src/results/sentence.ts'
import { resultsOfJob } from '../../fixtures/samples.ts'
import { runAgent, runAgents } from '../gate-harness.ts'
import { earlierRuns, type Suite, suite, suiteOf, testNames } from '../suites.ts'

const names = testNames(50)

/** A job with these tests, after ten runs with those. */
async function notesAfter(before: readonly string[], now: readonly string[], failing: Suite = {}) {
  const history = earlierRuns(10, before)
  const ran = await runAgent(suite(suiteOf(now, failing), { history }), { mode: 'gate-if-worse' })
  const { agent, outcome, verdict } = ran
  const notes = agent === undefined ? [] : agentNotes(agent).map((note) => plain(note))
  const reports = reportsOf(resultsOfJob(outcome))
  const comment = reports.comment({ maxCharacters: 60_000 }).replaceAll(/[\u200B*]/g, '')
  return {
    verdict,
    notes,
    gone: agent?.baseline?.gone,
    comment,
    summary: reports.summary({ maxBytes: 900_000 }),
  }
}

describe('the note', () => {
  const text =
    /^ran without 12 of the 50 tests of its last run \(.+\): "test 39", .* and "test 50"\. Unless that was on purpose, link what is missing again$/

  test('says in a green job how many are gone, and their names', async () => {
    const { verdict, notes, gone, comment } = await notesAfter(names, names.slice(0, 38))
    expect([verdict, notes]).toEqual(['passed', [expect.stringMatching(text)]])
    expect(gone).toMatchObject({ total: 50, tests: names.slice(38) })
    expect(comment).toContain('✅')
    expect(comment).toContain('12 of the 50 tests of its last run')
  })

  test('stands beside a test that broke, too', async () => {
    const { verdict, notes } = await notesAfter(names, names.slice(0, 38), { 'test 1': '-' })
    expect([verdict, notes]).toEqual(['failed', [expect.stringMatching(text)]])
  })

  test('says that all were replaced', async () => {
    const { verdict, notes, comment, summary } = await notesAfter(names.slice(0, 8), names.slice(8, 16))
    const none = '10 earlier runs, none with more than half of these tests'
    expect([verdict, notes]).toEqual(['passed', [`has other tests than before: ${none}`]])
    expect(comment).toContain(none)
    expect(summary).not.toContain('no earlier run')
  })

  test('is not there for a test that another agent of the job has now', async () => {
    const history = earlierRuns(10, names)
    const [moved = '', ...others] = names.toReversed()
    const agents = { ada: suite(suiteOf(others, {}), { history }), bob: suite(suiteOf([moved], {})) }
    const { agents: found } = await runAgents(agents, { mode: 'gate-if-worse' })
    expect(found.map((agent) => agentNotes(agent))).toEqual([[], []])
  })

  test('compares with the newest run, also one since the pull request was opened', async () => {
    const later = earlierRuns(1, names.slice(0, 38)).map((run) => ({ ...run, uuid: 'later' }))
    const history = [...later, ...earlierRuns(10, names).slice(1)]
    const ran = await runAgent(suite(suiteOf(names.slice(0, 38), {}), { history }), {
      mode: 'gate-if-worse',
      cutOff: Date.UTC(2026, 10, 20),
    })
    expect(ran.agent && agentNotes(ran.agent)).toEqual([])
  })

  test.each([
    ['nothing is gone', names, names],
    ['tests were added', names.slice(0, 38), names],
    ['there are no earlier runs', [], names],
  ])('is not there if %s', async (_, before, now) => {
    const history = before.length === 0 ? [] : earlierRuns(10, before)
    const { agent } = await runAgent(suite(suiteOf(now, {}), { history }), { mode: 'gate-if-worse' })
    expect(agent && agentNotes(agent)).toEqual([])
  })
})
