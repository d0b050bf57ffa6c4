// The steps of docs/first-week.md: what `npm run demo` runs, and whose comments that page shows.
import { readAgentLine } from '../../simulator/src/agent-line.ts'
import {
  type Demo,
  handOver,
  limit,
  nightly,
  overridden,
  PROMPT,
  prompt,
  role,
  TESTS,
  tested,
} from './demos.ts'

interface Step {
  readonly title: string
  readonly demo: Demo
}

const [broken, repaired] = overridden.jobs ?? []
const [, , codeAlone] = tested.jobs ?? []
if (broken === undefined || repaired === undefined || codeAlone === undefined)
  throw new Error('the first week shows jobs of other demos')

const sixtyDays = `${role}No refunds after 60 days.\n`
const flakyTest = 'rate="Warranty question with order number"'

export const firstWeek: readonly Step[] = [
  {
    title: 'The first pull request',
    demo: { ...overridden, jobs: [{ ...repaired, label: 'first comment' }] },
  },
  { title: 'A pull request that breaks a test', demo: overridden },
  {
    title: 'A test that is wrong',
    demo: {
      ...tested,
      jobs: [
        {
          label: 'comment on the new prompt',
          files: { [PROMPT]: sixtyDays, [TESTS]: handOver + limit },
          exitCode: 1,
        },
        {
          label: 'comment on the corrected test',
          files: { [PROMPT]: sixtyDays, [TESTS]: handOver + limit.replace('30 days', '60 days') },
          exitCode: 0,
        },
      ],
    },
  },
  {
    title: 'A flaky test',
    demo: {
      ...overridden,
      agents: [
        `Support bot (preview): flaky rate=0 seed=3 ${flakyTest}@0.5`,
        `Support bot: flaky rate=0 seed=2 ${flakyTest}@0.5`,
      ].map((line) => ({ ...readAgentLine(line), config: { system_prompt: prompt } })),
      jobs: [{ ...repaired, label: 'comment on a flaky test' }],
    },
  },
  {
    title: 'A failing test that can wait',
    demo: {
      ...overridden,
      jobs: [
        {
          ...broken,
          label: 'comment on an accepted test',
          exitCode: 0,
          inputs: { INPUT_ACCEPT: `Support bot / Refuses a refund after 30 days until ${inTwoWeeks()}` },
        },
      ],
    },
  },
  { title: 'After the merge', demo: { ...tested, jobs: [codeAlone] } },
  { title: 'Every night', demo: { ...nightly, jobs: nightly.jobs?.slice(0, 1) ?? [] } },
]

function inTwoWeeks(): string {
  return new Date(Date.now() + 14 * 24 * 60 * 60 * 1000).toISOString().slice(0, '2026-12-03'.length)
}
