// In which order reports tell what they found: what blocks first, then what is unclear, then what needs no fix, wherever it stands in
// the results.
import { expect, it } from 'vitest'
import { storyOf } from '../../src/results/story.ts'
import type { Results } from '../../src/schema.ts'
import { comparedOutcome, judged, steadyBaseline } from '../fixtures/baselines.ts'
import {
  ended,
  failed,
  httpError,
  inconclusive,
  resultsOf,
  type SampleAgent,
  test,
} from '../fixtures/samples.ts'
import { storyText } from './story-text.ts'

const judgedAs = (
  name: string,
  ...judgement: [Parameters<typeof judged>[1], Parameters<typeof judged>[2]?]
) => failed(name, 12, [judged(test(`of ${name}`), ...judgement)])

/** Of agents, each with one thing to tell. Their baselines are read, unless there is no run. */
const findings = {
  broke: judgedAs('broke', 'broke'),
  'passed before': judgedAs('passed before', 'passed-before', { doubt: 'day' }),
  new: judgedAs('new', 'new', { runs: 0 }),
  edited: judgedAs('edited', 'edited'),
  unclear: judgedAs('unclear', 'undecided'),
  'no answer': inconclusive('no answer', { kind: 'not-launched', error: httpError(502, 'Down') }),
  'now and then': judgedAs('now and then', 'fails-now-and-then', { failures: 4 }),
  'failed before': judgedAs('failed before', 'failed-before', { failures: 8 }),
  outage: ended(
    'outage',
    12,
    [test('A', { outcome: 'passed', error: { kind: 'agent', detail: 'HTTP 503', message: '' } })],
    null,
  ),
} as const satisfies Record<string, SampleAgent>

type Name = keyof typeof findings

/** What is told first; of the findings in one group, that of the first agent. */
const orders: readonly (readonly [Results['mode'], readonly (readonly Name[])[]])[] = [
  [
    'gate-if-worse',
    [
      ['broke'],
      ['unclear', 'edited'],
      ['no answer'],
      ['passed before', 'new'],
      ['now and then', 'failed before'],
      ['outage'],
    ],
  ],
  [
    'gate',
    [
      ['broke', 'new', 'passed before', 'edited'],
      ['failed before', 'now and then'],
      ['no answer'],
      ['outage'],
    ],
  ],
  // Nothing blocks, but what became worse is still told first.
  ['report', [['broke'], ['unclear', 'edited'], ['no answer'], ['new'], ['failed before'], ['outage']]],
]

const pairs = orders.flatMap(([mode, groups]) => {
  const ranked = groups.flatMap((names, rank) => names.map((name) => ({ name, rank })))
  return ranked.flatMap((one) =>
    ranked.flatMap((other) => {
      const [first, second] = other.rank < one.rank ? [other, one] : [one, other]
      return one === other ? [] : [[mode, one.name, other.name, first.name, second.name] as const]
    }),
  )
})

function told(mode: Results['mode'], agents: readonly SampleAgent[], count = {}): string[] {
  const baselines = agents.filter(({ run }) => run !== null).map(steadyBaseline)
  const results = resultsOf(comparedOutcome(agents, 1, baselines, count), { mode, pullRequest: null })
  const [, ...all] = storyText(storyOf(results))
  const lines = all.filter((line) => /^(?:❌|⚠️|➖) /u.test(line))
  const names = Object.keys(findings).join('|')
  return lines.map(
    (line) => new RegExp(`\\b(?:${names})\\b`).exec(line.replace(/(?::|\. ).*/, ''))?.[0] ?? line,
  )
}

it.each(pairs)(
  'in %s, of agents "%s" and "%s", "%s" is told before "%s"',
  (mode, one, other, ...expected) => {
    expect(told(mode, [findings[one], findings[other]])).toEqual(expected)
  },
)

it('many failures that block together come first', () => {
  const { 'no answer': silent, unclear, outage } = findings
  const flaky = ended(
    'flaky',
    12,
    ['A', 'B', 'C'].map((name) => judged(test(name), 'flaky')),
    null,
  )
  const lines = told('gate-if-worse', [outage, silent, unclear, flaky], { failed: 3, blocks: true })
  expect(lines).toEqual([
    expect.stringMatching(/^❌ 3 of .* failed at first /),
    'unclear',
    'no answer',
    'outage',
  ])
})

it('what blocks is the first evidence, however many agents fail another test', () => {
  const common = () => judged(test('common', { reply: 'No.' }), 'passed-before', { doubt: 'day' })
  const broken = judged(test('broken'), 'broke')
  const agents = ['A', 'B', 'C'].map((name) => failed(name, 12, [common()]))
  const results = resultsOf(comparedOutcome([...agents, failed('D', 12, [broken])], 94_000))
  const { evidence } = storyOf(results)
  expect(evidence.map((same) => [same[0].test.name, same.length])).toEqual([
    ['broken', 1],
    ['common', 3],
  ])
})

it('different tests of one name are not one test of two agents', () => {
  const named = (uuid: string) => judged(test('Greets', { uuid }), 'broke')
  const agents = [failed('A', 12, [named('1')]), failed('B', 12, [named('2')])]
  const story = storyOf(resultsOf(comparedOutcome(agents, 94_000)))
  expect(story.evidence.map((same) => same.length)).toEqual([1, 1])
  expect(storyText(story).join('\n')).toMatch(/Greets · A .*\n.*Greets · B /)
})
