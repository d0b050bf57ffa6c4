// All reports put a test into the same group, and say the same of it and of every problem, in the words of results/.
import { describe, expect, it } from 'vitest'
import { createModel } from '../../src/page/model.ts'
import { annotationsOf } from '../../src/report/annotations.ts'
import { renderComment } from '../../src/report/comment.ts'
import { junitXml } from '../../src/report/junit.ts'
import { resultsLines } from '../../src/report/log.ts'
import { inlineText, proseWithCode } from '../../src/report/untrusted-markdown.ts'
import { cutLine, cutText, logText } from '../../src/report/untrusted-text.ts'
import {
  classText,
  type GroupedTest,
  groupedTests,
  groupOf,
  groupTexts,
  groupTitle,
  historyText,
  noteOf,
  statusText,
  type TestGroup,
  testGroups,
} from '../../src/results/groups.ts'
import { nextSteps } from '../../src/results/next-steps.ts'
import { notices } from '../../src/results/notices.ts'
import { overviewOf } from '../../src/results/overview.ts'
import type { Results, ResultsAgent } from '../../src/results/schema.ts'
import { resultsOfScenario, scenarios } from '../fixtures/scenarios.ts'
import { withoutColors } from './contexts.ts'

/** A test as a report shows it: in which group, and what it says of it. */
interface Shown {
  readonly agent: string
  readonly test: string
  readonly group: TestGroup | null
  readonly words: string
}

/** Names that are easy to find; the other texts stay. */
function withPlainNames(results: Results): Results {
  let tests = 0
  const agents = results.agents.map((agent, index) => ({
    ...agent,
    name: `Agent ${index}`,
    run: agent.run && {
      ...agent.run,
      tests: agent.run.tests.map((test) => {
        tests += 1
        return { ...test, name: `Test ${tests}` }
      }),
    },
  }))
  return { ...results, agents }
}

/** What results/groups.ts says. */
function grouped(
  { agents, comparison }: Results,
  listed: (tests: readonly GroupedTest[]) => readonly GroupedTest[],
  words: (test: GroupedTest) => string,
): Shown[] {
  return agents.flatMap((agent) =>
    listed(groupedTests(agent, comparison)).map((each) => ({
      agent: agent.name,
      test: each.test.name ?? '',
      group: each.group,
      words: words(each),
    })),
  )
}

const commentOf = (results: Results) => renderComment(results, { maxCharacters: Infinity })
const logOf = (results: Results) => withoutColors(resultsLines(results))
const junitOf = (results: Results) => [...junitXml(results)].join('')

/** The group is that of the heading or fold above. */
function inComment(results: Results): Shown[] {
  const { groups, unlistedFailures } = overviewOf(results)
  const titles = new Map(
    testGroups.map((group) => {
      const tests = (groups.get(group)?.length ?? 0) + (group === 'failing' ? unlistedFailures : 0)
      return [`${groupTexts[group].sign} ${groupTitle(group, tests)}`, group]
    }),
  )
  let group: TestGroup | null = null
  return commentOf(results)
    .split('\n')
    .flatMap((line) => {
      const title = /^#### (.*)$/.exec(line)?.[1] ?? /^<summary>([^<]*)<\/summary>$/.exec(line)?.[1]
      if (title !== undefined && (titles.has(title) || line.startsWith('#')))
        group = titles.get(title) ?? null
      // Tests without a result share a line.
      const [, who = '', why = '', names] = /^- \[(Agent \d+)\]\(\S+\): (.*)<br>(\*\*.*)$/.exec(line) ?? []
      const together = names?.match(/Test \d+/g) ?? []
      if (together.length > 0) return together.map((test) => ({ agent: who, test, group, words: why }))
      const [, test = '', agent = '', words = ''] =
        /^<summary><b>(Test \d+)<\/b> · (Agent \d+)(?: · (.*))?<\/summary>$/.exec(line) ??
        /^- \*\*(Test \d+)\*\* · \[(Agent \d+)\]\(\S+\): (.*?)(?:<br>.*)?$/.exec(line) ??
        []
      return test === '' ? [] : [{ agent, test, group, words }]
    })
}

/** The group of a test by the words about it. */
function groupByWords(words: string): TestGroup {
  const isLabelOf = (group: TestGroup) => {
    const { label } = groupTexts[group]
    if (group === 'accepted') return words.startsWith('accepted until ')
    return label !== '' && (words === label || words.startsWith(`${label}; `))
  }
  return testGroups.find(isLabelOf) ?? 'failing'
}

function inLog(results: Results): Shown[] {
  let [agent, why] = ['', '']
  return logOf(results).flatMap((line) => {
    agent = /^[✓✗?!-] (Agent \d+):/.exec(line)?.[1] ?? agent
    why = /^ {4}! \d+ tests? without a result: (.*)$/.exec(line)?.[1] ?? why
    const unfinished = /^ {8}· (Test \d+)$/.exec(line)?.[1]
    if (unfinished !== undefined) return [{ agent, test: unfinished, group: 'unfinished', words: why }]
    const [, test = '', words = ''] = /^ {4}[✗!↻] (Test \d+)(?: \((.*)\))?$/.exec(line) ?? []
    return test === '' ? [] : [{ agent, test, group: groupByWords(words), words }]
  })
}

function inAnnotations(results: Results): Shown[] {
  return annotationsOf(results).flatMap(({ message }) => {
    const agent = /^Agent \d+/.exec(message)?.[0] ?? ''
    return message.split('\n').flatMap((line) => {
      const [, test = '', words = ''] =
        /^- (Test \d+)(?: \(((?:[^()]|\([^()]*\))*)\))?(?::|$)/.exec(line) ?? []
      return test === '' ? [] : [{ agent, test, group: groupByWords(words), words }]
    })
  })
}

/** Passing tests, too. */
function inJUnit(results: Results): Shown[] {
  const cases = /<testcase name="(Test \d+)" classname="(Agent \d+)"[^>]*?(?:\/>|>(.*?)<\/testcase>)/gs
  return [...junitOf(results).matchAll(cases)].map(([, test = '', agent = '', content = '']) => {
    const [, kind, type = '', text = ''] =
      /^<(failure|error) message="[^"]*" type="([^"]*)"(?:\/>|>(.*?)<\/\1>)/s.exec(content) ?? []
    const words = plain(text).split('\n')[0] ?? ''
    if (kind === 'error') return { agent, test, group: 'unfinished', words }
    if (kind === 'failure') return { agent, test, group: groupByType(type), words }
    return { agent, test, group: content === '' ? null : 'flaky', words }
  })
}

function groupByType(type: string): TestGroup | null {
  return type === 'failed' ? 'failing' : (testGroups.find((group) => group === type) ?? null)
}

function plain(xml: string): string {
  const characters = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }
  return Object.entries(characters).reduce(
    (text, [entity, character]) => text.replaceAll(entity, character),
    xml,
  )
}

const sorted = (tests: readonly Shown[]) => tests.toSorted((a, b) => a.test.localeCompare(b.test))

describe.each(Object.keys(scenarios))(
  'in scenario %s, each test is in the same group, with the same words',
  (name) => {
    const results = withPlainNames(resultsOfScenario(name))

    it('in the comment', () => {
      const words = ({ test, group }: GroupedTest) =>
        inlineText(group === 'unfinished' ? statusText(test) : historyText(test), 300)
      expect(sorted(inComment(results))).toEqual(sorted(grouped(results, (tests) => tests, words)))
      for (const [group] of overviewOf(results).groups)
        expect(commentOf(results)).toContain(noteOf(group, results.comparison?.control != null) ?? '')
    })

    it('in the log', () => {
      const first = (tests: readonly GroupedTest[]) => tests.slice(0, 20)
      const words = (each: GroupedTest) =>
        each.group === 'unfinished' ? statusText(each.test) : classText(each)
      expect(sorted(inLog(results))).toEqual(
        sorted(grouped(results, first, (each) => logText(words(each), 300))),
      )
    })

    it('in the annotations', () => {
      const first = (tests: readonly GroupedTest[]) =>
        tests.filter(({ group }) => group !== 'unfinished').slice(0, 5)
      const all = grouped(results, first, (each) => cutLine(classText(each), 300))
      const shown = inAnnotations(results)
      // GitHub keeps only some.
      const agents = new Set(shown.map(({ agent }) => agent))
      expect(agents.size).toBeGreaterThanOrEqual(Math.min(new Set(all.map(({ agent }) => agent)).size, 9))
      expect(sorted(shown)).toEqual(sorted(all.filter(({ agent }) => agents.has(agent))))
    })

    it('on the page', () => {
      const { tests } = createModel({ ...results, conversations: null })
      const shown = tests.flatMap(({ agent, record, group }) =>
        // Its texts are those of results/groups.ts, too.
        group === 'passed' ? [] : [{ agent: agent.record.name, test: record.name ?? '', group, words: '' }],
      )
      expect(sorted(shown)).toEqual(
        sorted(
          grouped(
            results,
            (all) => all,
            () => '',
          ),
        ),
      )
    })

    it('in the JUnit file', () => {
      const { agents, comparison } = results
      const all = agents.flatMap(({ name, run }) =>
        (run?.tests ?? []).map((test) => {
          const group = groupOf(test, comparison)
          const isExplained = group !== null && group !== 'flaky'
          // Without words of its own, the rest of what is known follows.
          const words = isExplained ? cutText(classText({ test, group }), 20_000).text : ''
          return { agent: name, test: test.name, group, words }
        }),
      )
      expect(
        inJUnit(results).map((each, index) => (all[index]?.words === '' ? { ...each, words: '' } : each)),
      ).toEqual(all)
    })

    // The page's model belongs here, too: it has the groups of all tests.
  },
)

describe.each(Object.keys(scenarios))(
  'in scenario %s, every report explains problems in the same words',
  (name) => {
    const results = withPlainNames(resultsOfScenario(name))
    const { agents, abortReason } = results
    const [markdown, log, junit] = [commentOf(results), logOf(results).join('\n'), plain(junitOf(results))]
    const problemsOf = (outcome: ResultsAgent['outcome']) =>
      agents.flatMap((agent) => (agent.outcome === outcome && agent.problem !== null ? [agent.problem] : []))

    it('of agents', () => {
      for (const { problems, remedy } of nextSteps(overviewOf(results))?.steps ?? []) {
        expect(markdown).toContain(proseWithCode(remedy, 500))
        for (const { message } of problems.slice(0, 10)) expect(markdown).toContain(inlineText(message, 500))
      }
      for (const { message, remedy } of [...problemsOf('inconclusive'), ...problemsOf('failed')]) {
        expect(log).toContain(logText(message, 1000))
        expect(log).toContain(`→ ${remedy}`)
        expect(junit).toContain(cutText(`${message}\n${remedy}`, 20_000).text)
      }
      // GitHub keeps only some, of agents and run histories.
      const failed = agents.filter(({ outcome, problem }) => outcome === 'failed' && problem !== null)
      const annotated = failed.flatMap(({ name, problem }) => {
        const its = annotationsOf(results).find(({ message }) => message.startsWith(`${name}: `))
        return its === undefined ? [] : [{ problem, its: its.message }]
      })
      expect(annotated.length).toBeGreaterThanOrEqual(Math.min(failed.length, 8))
      for (const { problem, its } of annotated)
        expect(its).toContain(`${cutText(problem?.message ?? '', 3000).text}. ${problem?.remedy}`)
      for (const { message } of problemsOf('skipped')) {
        expect(log).toContain(logText(message, 1000))
        expect(junit).toContain(`<skipped message="${cutLine(message, 500)}"/>`)
      }
    })

    it('of causes', () => {
      const causes = results.reasons.flatMap(({ kind, message }) => (kind === 'cause' ? [message] : []))
      const first = markdown.slice(0, markdown.indexOf('**Agent tests'))
      for (const cause of causes.slice(0, 3)) {
        expect(first.toLowerCase()).toContain(inlineText(cause, 500).toLowerCase())
        expect(log.toLowerCase()).toContain(logText(cause, 1000).toLowerCase())
      }
      const tests = agents.flatMap(({ run }) => run?.tests ?? [])
      if (tests.some(({ status, error }) => status === 'unanswered' && error !== null))
        expect(causes).not.toEqual([])
      expect(new Set(causes).size).toBe(causes.length)
    })

    it('of a bad day', () => {
      const first = markdown.slice(0, markdown.indexOf('**Agent tests'))
      for (const notice of notices(results)) {
        expect(first).toContain(inlineText(notice, 500))
        expect(log).toContain(`! ${notice}`)
        expect(junit).toContain(`<skipped message="${notice}"/>`)
        expect(annotationsOf(results)).toContainEqual({
          level: 'warning',
          title: 'More failures than usual',
          message: notice,
        })
      }
    })

    it('of controls', () => {
      for (const { control } of agents) {
        if (!control?.problem) continue
        const { message } = control.problem
        expect(markdown).toContain(proseWithCode(control.problem.remedy, 500))
        expect(markdown).toContain(inlineText(message, 500))
        const annotations = annotationsOf(results).map((each) => each.message)
        for (const report of [log, junit, annotations.join('\n')])
          expect(report).toContain(`not compared with ${control.name} (control): ${message}`)
      }
    })

    it('of the job', () => {
      if (abortReason === null) return
      const { message, details, remedy } = abortReason
      expect(markdown).toContain(proseWithCode(remedy, 500))
      const annotations = annotationsOf(results).map((each) => `${each.title}\n${each.message}`.toLowerCase())
      for (const text of [message, remedy, ...details]) {
        expect(annotations[0]).toContain(text.toLowerCase())
        expect(junit).toContain(text)
      }
      for (const text of [remedy, ...details]) expect(log).toContain(logText(text, 1000))
    })
  },
)
