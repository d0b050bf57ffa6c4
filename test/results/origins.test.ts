// Whose the tested values are: what reports call them, whom they blame, and whether the pull request was tested at all.
import { describe, expect, it } from 'vitest'
import { headlineText } from '../../src/results/headline.ts'
import { plain } from '../../src/results/sentence.ts'
import { storyOf, testedInstead } from '../../src/results/story.ts'
import type { OverriddenKey, Results } from '../../src/schema.ts'
import { overriding } from '../fixtures/samples.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'
import { storyText } from './story-text.ts'

type Origin = Pick<OverriddenKey, 'origin' | 'of'>
const HEAD = '3f9c2d1'
const of = (origin: OverriddenKey['origin'], whose: string | null = null): Origin => ({ origin, of: whose })

function withOrigin(
  scenario: string,
  origin: Origin,
  keys: Readonly<Record<string, string | null>>,
): Results {
  const results = resultsOfScenario(scenario)
  const agents = results.agents.map((agent) => ({ ...agent, override: overriding(keys, origin) }))
  return { ...results, agents }
}

const tested = (results: Results) =>
  storyOf(results)
    .tested.map((each) => plain(each))
    .join(' ')
const headline = (results: Results) => headlineText(storyOf(results).headline)

const textOf = (results: Results) => {
  const story = storyOf(results)
  return [...storyText(story), ...story.tested.map((each) => plain(each))].join('\n')
}

const PROMPT = { system_prompt: 'prompts/bot.md' }

describe.each<[origin: Origin, said: string, short: string]>([
  [
    of('change', HEAD),
    "this pull request's `system_prompt` (prompts/bot.md of `3f9c2d1`)",
    "this pull request's prompt",
  ],
  [of('commit', HEAD), 'the `system_prompt` of `3f9c2d1` (prompts/bot.md)', 'the prompt of `3f9c2d1`'],
  [
    of('repository', 'acme/prompts'),
    'the `system_prompt` of acme/prompts (prompts/bot.md)',
    'the prompt of acme/prompts',
  ],
  [
    of('repository'),
    'the `system_prompt` of another repository (prompts/bot.md)',
    'the prompt of another repository',
  ],
  [
    of('step'),
    'the `system_prompt` that a step of this job made (prompts/bot.md)',
    'the prompt that a step of this job made',
  ],
  [of('workflow'), 'the `system_prompt` of this workflow (prompts/bot.md)', 'the prompt of this workflow'],
  [
    of('default-branch'),
    "the `system_prompt` of the default branch's workflow (prompts/bot.md)",
    "the prompt of the default branch's workflow",
  ],
  [of('unknown'), 'the changed `system_prompt` (prompts/bot.md)', 'the changed prompt'],
])('a value of $origin $of', (origin, said, short) => {
  it('is called so', () => {
    const isUnknown = origin.origin === 'unknown'
    const end = isUnknown ? "; it is not known whether that is this pull request's" : ''
    expect(tested(withOrigin('control-one-broke', origin, PROMPT))).toBe(`Tested with ${said}${end}.`)
  })

  it('is blamed for what broke, which blocks all the same', () => {
    const text = textOf(withOrigin('control-one-broke', origin, PROMPT))
    expect(text).toContain(`Do not merge: 2 of 100 tests block: 1 probably ${short}, 1 unclear`)
    expect(text).toContain(`; probably ${short}.`)
  })

  it('is what a green job tested', () => {
    const green = headline(withOrigin('one-agent-passes', origin, PROMPT))
    if (origin.origin === 'change') expect(green).toMatch(/^Good to merge: all \d+ tests passed$/)
    else expect(green.replace(/\d+ tests/, 'N tests')).toBe(`Passed: all N tests passed, with ${short}`)
  })
})

it('a value of the change among others makes the job one of the pull request, and is blamed', () => {
  const results = withOrigin('control-one-broke', of('workflow'), { 'llm.model': null, ...PROMPT })
  const agents = results.agents.map(({ override, ...agent }) => {
    const [model, prompt] = override?.keys ?? []
    if (override === null || model === undefined || prompt === undefined) throw new Error('There are two.')
    return {
      ...agent,
      override: { ...override, keys: [model, { ...prompt, origin: 'change' as const, of: HEAD }] },
    }
  })
  expect(tested({ ...results, agents })).toBe(
    "Tested with the `llm.model` of this workflow and this pull request's `system_prompt` (prompts/bot.md of `3f9c2d1`).",
  )
  expect(headline({ ...results, agents })).toContain("1 probably this pull request's configuration")
  const asBefore = agents.map(({ override, ...agent }) => {
    const keys = override.keys.map((key) => ({ ...key, differs: key.origin !== 'change' }))
    return { ...agent, override: { ...override, keys } }
  })
  expect(headline({ ...results, agents: asBefore })).toContain('1 probably the model of this workflow')
})

describe('a merge group', () => {
  it('is what broke a test beside a control', () => {
    const text = textOf({ ...withOrigin('control-one-broke', of('change'), PROMPT), about: 'merge-group' })
    expect(text).toContain("1 probably this group's prompt")
    expect(text).toContain("Tested with this group's `system_prompt`")
    expect(text).not.toMatch(/this change|this pull request|your change/)
  })

  it('is what earlier runs speak of', () => {
    const text = textOf(resultsOfScenario('failed-since', { about: 'merge-group' }))
    expect(text).toMatch(/before #\d+ was opened/)
    expect(text).not.toMatch(/this change|this pull request/)
  })
})

describe('agents that are tested as they are deployed', () => {
  it('are those of a deployment where one started the job', () => {
    const text = textOf(resultsOfScenario('one-broke', { about: 'deployment' }))
    expect(text).toMatch(/This job tested the deployment of `[0-9a-f]{7}`\.$/)
  })

  it('are named where others are tested with a prompt of the change', () => {
    const results = resultsOfScenario('one-broke')
    const [first, ...others] = results.agents
    if (first === undefined) throw new Error('There are agents.')
    const agents = [{ ...first, override: overriding(PROMPT, of('change')) }, ...others]
    const text = textOf({ ...results, agents })
    expect(text).toContain("Billing helper: Tested with this pull request's `system_prompt`")
    expect(text).toContain(
      'This job tested Support bot and IT help desk as deployed: unless you deployed this',
    )
    const green = { ...resultsOfScenario('all-pass'), agents: [agents[0] ?? first, ...others.slice(1)] }
    expect(plain(testedInstead(green)?.short ?? [])).toBe('IT help desk as deployed, without your files')
  })
})
