// A service whose rows lack names, and perhaps IDs: no report shows an internal key.
import { expect, it } from 'vitest'
import { createHarness } from './harness.ts'
import { junitOf, resultsOf } from './results-file.ts'

const agents = [
  { name: 'Alpha', scenario: 'one-fails', parameters: { durationMs: 200, tests: 3 } },
  { name: 'Beta', scenario: 'all-pass', parameters: { durationMs: 200, tests: 3 } },
] as const

it.concurrent.for(['name', 'name|test_case_id|test_uuid', 'name|test_uuid'])(
  'without %s, lines show an ID or a number',
  async (missing, context) => {
    const field = new RegExp(`"(${missing})":"[^"]*"`, 'g')
    const rule = ({ path }: { readonly path: string }) =>
      path.startsWith('/agent-tests/run/')
        ? ({
            kind: 'rewrite',
            change: (body: string) => {
              const run = JSON.parse(body)
              const results = run.results?.map((row: object) =>
                JSON.parse(JSON.stringify(row).replace(field, '"$1":null')),
              )
              return JSON.stringify({ ...run, results })
            },
          } as const)
        : undefined
    const options = { agents, concurrency: 2, faultProxy: { rules: [rule] } }
    const harness = await createHarness(options, context.onTestFinished)
    const step = await harness.run()
    const [test] = resultsOf(step).agents[0]?.run?.tests.filter(({ failed }) => failed) ?? []
    expect(test?.name).toBe(null)
    const shown = [
      harness.comments()[0] ?? '',
      step.summary,
      step.annotations.map(({ message }) => message).join('\n'),
    ]
    for (const each of shown) {
      const text = each.replaceAll('<span></span>', '')
      expect(text).toContain(test?.id)
      expect(text).not.toMatch(/"0 |name:/)
    }
    expect(junitOf(step)).toContain(`name="${test?.id}"`)
  },
)
