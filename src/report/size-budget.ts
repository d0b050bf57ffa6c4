// How much detail a comment or summary shows, so that it fits GitHub's limits: the most important parts get room first.

/** Most items to show. All but `agents` and `passing` are per agent. Headline, totals and notes are always shown. */
export interface Budget {
  /** Rows of agents that did not pass, each with the link to its run. */
  readonly agents: number
  /** Names of tests that passed in the earlier run and fail now. */
  readonly newlyFailing: number
  /** Names of tests with any other change since the earlier run, per kind of change. */
  readonly changes: number
  /** Names of failing tests. */
  readonly tests: number
  /** Failing tests with their evaluators' verdicts and reasons. */
  readonly reasons: number
  /** Failing tests with the agent's reply. */
  readonly replies: number
  /** Rows of agents that passed. */
  readonly passing: number
}

/** A maximum size and its unit: characters of a comment, bytes of a summary. */
export interface Limit {
  readonly max: number
  readonly measure: (text: string) => number
}

const everything: Budget = {
  agents: Infinity,
  newlyFailing: Infinity,
  changes: Infinity,
  tests: Infinity,
  reasons: Infinity,
  replies: Infinity,
  passing: Infinity,
}
const headlineOnly: Budget = {
  agents: 0,
  newlyFailing: 0,
  changes: 0,
  tests: 0,
  reasons: 0,
  replies: 0,
  passing: 0,
}

const many = [30, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 2000, 5000, Infinity]

/**
 * Most important first. Each part gets the largest step that fits next to the parts before it. So rows of passing
 * agents are dropped first, then replies, other changes, reasons, test names, newly failing tests, agents; but the
 * reasons of the worst agents come before further agents' rows.
 */
const priorities: readonly { readonly part: keyof Budget; readonly steps: readonly number[] }[] = [
  { part: 'agents', steps: [1, 3, 10, 20] },
  { part: 'newlyFailing', steps: [1, 3] },
  { part: 'tests', steps: [1, 3] },
  { part: 'reasons', steps: [1, 2] },
  { part: 'agents', steps: many },
  { part: 'newlyFailing', steps: [5, 10, 20, ...many] },
  { part: 'tests', steps: [5, 10, 20, ...many] },
  { part: 'reasons', steps: [3, 5, 10, 20, ...many] },
  { part: 'changes', steps: [1, 3, 5, 10, 20, ...many] },
  { part: 'replies', steps: [1, 2, 3, 5, 10, 20, ...many] },
  { part: 'passing', steps: [10, 20, ...many] },
]

/** Without a comparison these change nothing, and each try costs a rendered page. */
const comparisonParts: ReadonlySet<keyof Budget> = new Set(['newlyFailing', 'changes'])

/**
 * Renders with the largest budget that fits the limit. `render` is consumed only up to the limit, so that the cost
 * depends on the limit and not on the size of the outcome.
 * @returns null if not even the smallest budget fits
 */
export function fitToLimit(
  render: (budget: Budget) => Iterable<string>,
  limit: Limit,
  { compares }: { readonly compares: boolean },
): string | null {
  const whole = joinWithin(render(everything), limit)
  if (whole !== null) return whole
  let budget = headlineOnly
  let page = joinWithin(render(budget), limit)
  for (const { part, steps } of priorities) {
    if (!compares && comparisonParts.has(part)) continue
    let low = 0
    let high = steps.length
    while (low < high) {
      const middle = (low + high) >> 1
      const larger = { ...budget, [part]: steps[middle] ?? 0 }
      const attempt = joinWithin(render(larger), limit)
      if (attempt === null) {
        high = middle
      } else {
        page = attempt
        budget = larger
        low = middle + 1
      }
    }
  }
  return page
}

function joinWithin(parts: Iterable<string>, { max, measure }: Limit): string | null {
  const taken: string[] = []
  let size = 0
  for (const part of parts) {
    size += measure(part)
    if (size > max) return null
    taken.push(part)
  }
  return taken.join('')
}
