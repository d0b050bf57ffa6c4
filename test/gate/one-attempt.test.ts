// What is shown of a test that ran again is all of one attempt: the last one that failed.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TestCaseResult } from '../../src/client/index.ts'
import { annotationsOf } from '../../src/report/annotations.ts'
import { renderComment, renderSummary } from '../../src/report/comment.ts'
import { junitXml } from '../../src/report/junit.ts'
import { resultsLines } from '../../src/report/log.ts'
import { fullPrompt } from '../../src/results/prompt.ts'
import { storyOf } from '../../src/results/story.ts'
import { isFlaky } from '../../src/schema.ts'
import { resultsOfJob, runUrl } from '../fixtures/samples.ts'
import { runAgents, type Setting } from './gate-harness.ts'
import { run } from './responses.ts'
import { earlierRuns, testNames, uuidOf } from './suites.ts'
import type { AgentResponses } from './test-service.ts'

const [NAME = '', ...others] = testNames(4)

/** An attempt of which every text says its number. */
function attempt(number: number, passed: boolean): TestCaseResult {
  return {
    test_case_id: uuidOf(NAME),
    name: NAME,
    passed,
    reasoning: passed ? 'All passed.' : `Reason ${number}`,
    output: {
      response: `Reply ${number}`,
      tool_calls: [{ tool: `tool_${number}`, arguments: null, output: null }],
    },
    judge_results: [{ match: passed, reasoning: `Judged ${number}` }],
    test_case: { history: [{ role: 'user', content: 'Question' }] },
  }
}

const controlRow = { ...attempt(0, true), output: { response: 'Answer', tool_calls: [] } }

const ended = (rows: readonly TestCaseResult[]) => {
  const failed = rows.filter(({ passed }) => passed === false).length
  const test_uuids = rows.map(({ test_case_id: id }) => id ?? '')
  return run({
    status: 'done',
    total_tests: rows.length,
    passed: rows.length - failed,
    failed,
    results: [...rows],
    test_uuids,
  })
}

/** @param signs of the attempts of {@link NAME}; the other tests pass. */
function agent(signs: string, isControl = false): AgentResponses {
  const passing = others.map((name) => ({ test_case_id: uuidOf(name), name, passed: true }))
  const at = (number: number) => (isControl ? controlRow : attempt(number, signs[number - 1] === '+'))
  return {
    tests: [NAME, ...others].map(uuidOf),
    history: earlierRuns(10, [NAME, ...others]),
    polls: [ended([at(1), ...passing])],
    retry: (_, retry) => ({ polls: [ended([at(retry + 1)])] }),
  }
}

const settings: Readonly<Record<string, Setting>> = {
  gate: { mode: 'gate', retries: 3 },
  report: { mode: 'report', retries: 3 },
  'by history': { mode: 'gate-if-worse' },
  'with a control': { mode: 'gate-if-worse', controls: { ada: 'control' } },
}

test.each(Object.entries(settings))(
  'in %s, every report of a failing test has the texts and the run of one attempt',
  async (_, setting) => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('-', '-+', '--+', '---+'), async (signs) => {
        const { outcome } = await runAgents(
          { ada: agent(signs), control: agent('', true) },
          { ...setting, names: ['ada'] },
        )
        const results = resultsOfJob(outcome, setting.mode ?? 'gate')
        const shown = results.agents[0]?.run?.tests[0]
        const failed = shown?.attempts.findLast(({ status }) => status === 'failed')
        const number = Number(/\d+/.exec(failed?.reply ?? '')?.[0])
        expect(shown).toMatchObject({
          reply: `Reply ${number}`,
          toolCalls: [{ tool: `tool_${number}` }],
          evaluators: [{ reasoning: `Judged ${number}` }],
          question: [{ content: 'Question' }],
          latencyMs: failed?.latencyMs,
        })
        if (shown !== undefined && isFlaky(shown)) return
        const overview = storyOf(results)
        const reports = {
          comment: renderComment(overview, { maxCharacters: 65_536 }),
          summary: renderSummary(overview, { maxBytes: 1_000_000 }),
          annotation: annotationsOf(overview)
            .map(({ message }) => message)
            .join('\n'),
          prompt: fullPrompt(overview, new Set(shown && [shown])).join('\n'),
          log: resultsLines(overview).join('\n'),
          junit: [...junitXml(overview)].join('').replace(/<failure[\s\S]*?<\/failure>/, ''),
        }
        const other = new RegExp(`(?:Reply|Judged|Reason|tool_)(?: ?)(?!${number}\\b)\\d+`)
        for (const report of [reports.comment, reports.summary, reports.annotation, reports.log])
          expect(report).not.toMatch(other)
        for (const report of [reports.comment, reports.summary, reports.annotation, reports.prompt])
          expect(report).toContain(failed?.url)
        expect(failed?.url).not.toBe(runUrl('run-ada'))
        // Each attempt once: that one is the failure itself.
        expect(reports.junit).not.toContain(`Reason ${number}`)
        expect(reports.junit).toContain('Reason 1')
      }),
      { numRuns: 8 },
    )
  },
)
