// What holds for every report, whatever became of the tests: over all scenarios. It asks the values that the sentences are made of;
// which sentence stands for which value, test/results/ says.
import { expect, it } from 'vitest'
import { agentTable } from '../../src/results/agent-table.ts'
import type { Block } from '../../src/results/blocks.ts'
import { plain } from '../../src/results/sentence.ts'
import { storyOf } from '../../src/results/story.ts'
import { countTests, isAccepted, type Results } from '../../src/schema.ts'
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
    (all, { problem }) => all + (problem === null ? 0 : problem.tests.length),
    0,
  )
  expect(withoutAnswer, 'tests without an answer').toBeLessThanOrEqual(
    totals.total - totals.passed - totals.failed,
  )

  const failing = story.cases.filter(({ test }) => test.failed && !isAccepted(test))
  const signs = story.findings.flatMap(({ sign, tests }) =>
    tests.map(({ test }) => [test.name, sign === '❌', test.blocks]),
  )
  expect(
    signs.filter(([, isCross, blocks]) => isCross !== blocks),
    'a cross where a test blocks',
  ).toEqual([])

  const [table] = agentTable(story, { items: 1000, conversations: 0, isBrief: true })
  const inTable = new Map(story.agents.map(({ agent }, row) => [agent, signIn(table, row)]))
  for (const [at, agent] of results.agents.entries()) {
    const line = story.findings.find(({ row, problem, agents }) => (row ?? problem) && agents.includes(at))
    if (line !== undefined) expect(inTable.get(agent), 'the sign of an agent').toBe(line.sign)
  }

  const isTold = (test: unknown) => story.failing.some((placed) => placed.test === test)
  const untold = story.findings.some(({ isMany }) => isMany)
    ? []
    : failing.filter(({ test }) => test.blocks && !isTold(test)).map(({ test }) => test.name)
  expect(untold, 'blocking tests that no line names').toEqual([])

  const lines = [...story.rows, ...story.lines].map(({ words }) => plain(words))
  expect(new Set(lines).size, `lines: ${lines.join('\n')}`).toBe(lines.length)
  const steps = story.next.map((step) => plain(step))
  expect(new Set(steps).size, `next steps: ${steps.join('\n')}`).toBe(steps.length)
  const needsStep = verdict !== 'passed' && mode !== 'report'
  expect(steps.length, `next steps of ${plain(story.headline.facts)}`).toBeGreaterThanOrEqual(
    needsStep ? 1 : 0,
  )
}

function signIn(table: Block | undefined, row: number): string | undefined {
  return table?.kind === 'table' ? table.rows[row]?.sign : undefined
}
