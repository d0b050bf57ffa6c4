// What holds for every report, whatever became of the tests: over all scenarios. It asks the values that the sentences are made of;
// which sentence stands for which value, test/results/ says.
import { expect, it } from 'vitest'
import { signOf, verdictOf } from '../../src/results/causes.ts'
import { nextSteps } from '../../src/results/next.ts'
import { asSentence, plain } from '../../src/results/sentence.ts'
import { storyOf } from '../../src/results/story.ts'
import { failingTests } from '../../src/results/verdicts.ts'
import { countTests, type Results } from '../../src/schema.ts'
import { resultsOfScenario, scenarios } from '../fixtures/scenarios.ts'

const names = Object.keys(scenarios)

it.each(names)('%s', (name) => {
  for (const changes of [{}, { mode: 'gate' }, { mode: 'report' }] as const)
    expectTrue(resultsOfScenario(name, changes))
})

function expectTrue(results: Results): void {
  const story = storyOf(results)
  const { totals, mode, verdict } = results
  const counts = results.agents.flatMap(({ run }) => (run ? countTests(run) : []))
  const sum = (key: 'total' | 'passed' | 'failed') => counts.reduce((all, each) => all + each[key], 0)
  expect(totals, 'totals').toMatchObject({
    total: sum('total'),
    passed: sum('passed'),
    failed: sum('failed'),
  })

  const withoutAnswer = story.findings.reduce(
    (all, { problem }) => all + (problem === null ? 0 : problem.tests.length + problem.notRun),
    0,
  )
  expect(withoutAnswer, 'tests without an answer').toBeLessThanOrEqual(
    totals.total - totals.passed - totals.failed,
  )

  const failing = failingTests(results)
  const signs = failing.map((placed) => [placed.test.name, verdictOf(results, placed).sign === '❌'])
  expect(signs, 'a cross where a test blocks').toEqual(failing.map(({ test }) => [test.name, test.blocks]))

  const accused = failing.filter(
    (placed) => plain(verdictOf(results, placed).words) === 'probably broken by this pull request',
  )
  const without = accused.filter(({ test }) => test.control === null).map(({ test }) => test.name)
  expect(without, 'tests that broke by this change, but ran without it nowhere').toEqual([])

  const agentSigns = results.agents.map((_, at) => {
    const ofAgent = failing.filter((placed) => placed.at === at)
    const all = ofAgent.map((placed): string => verdictOf(results, placed).sign)
    return ['❌', '⚠️', '➖'].find((sign) => all.includes(sign))
  })
  const inTable = results.agents.map((agent, at) => agentSigns[at] && signOf(agent))
  expect(inTable, 'the sign of an agent is that of its lines').toEqual(agentSigns)

  const isTold = (test: unknown) => story.failing.some((placed) => placed.test === test)
  const untold = story.findings.some(({ isMany }) => isMany)
    ? []
    : failing.filter(({ test }) => test.blocks && !isTold(test)).map(({ test }) => test.name)
  expect(untold, 'blocking tests that no line names').toEqual([])

  const lines = story.lines.map(({ words }) => plain(words))
  expect(new Set(lines).size, `lines: ${lines.join('\n')}`).toBe(lines.length)
  const steps = story.next.map((step) => plain(step))
  expect(new Set(steps).size, `next steps: ${steps.join('\n')}`).toBe(steps.length)
  const owed = nextSteps(results, story.findings)
    .filter((step) => step.findings.some((finding) => story.above.includes(finding)))
    .map(({ sentence }) => plain(asSentence(sentence)))
  const above = [...lines, ...story.next.slice(0, story.nextAbove).map((step) => plain(asSentence(step)))]
  const missing = owed.filter(
    (step) => !above.some((text) => text.endsWith(step) || text.includes(`${step} `)),
  )
  expect(missing, 'the steps of what stands above: behind its line, or below all').toEqual([])
  const needsStep = verdict !== 'passed' && mode !== 'report'
  expect(
    nextSteps(results, story.findings).length,
    `next steps of ${plain(story.headline.facts)}`,
  ).toBeGreaterThanOrEqual(needsStep ? 1 : 0)
}
