// How much detail a comment or summary shows, so that it fits GitHub's limits: the most important parts come first.

/** Most items to show, over the whole page. Headline, totals and counts of what is left out are always shown. */
export interface Budget {
  /** Explanations in "What to do next". */
  readonly steps: number
  /** Rows of agents that did not pass, each with the link to its run. */
  readonly agents: number
  /** Tests that decide the verdict, by name. */
  readonly blocking: number
  /** Other tests that did not simply pass, by name. */
  readonly others: number
  /** Tests with their evaluators' verdicts and reasons. */
  readonly reasons: number
  /** Tests with the question and the agent's reply. */
  readonly conversations: number
  /** Rows of agents that passed, and baselines. */
  readonly passing: number
}

/** A maximum size and its unit: characters of a comment, bytes of a summary. */
export interface Limit {
  readonly max: number
  readonly measure: (text: string) => number
}

const many = [30, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 2000, 5000, Infinity]

/**
 * Most important first. Each part gets the largest step that fits next to the parts before it. So rows of passing agents
 * are dropped first, then conversations, tests that do not block, reasons, names of blocking tests, agents; but the
 * reasons of the first tests come before further agents' rows.
 */
const priorities: readonly { readonly part: keyof Budget; readonly steps: readonly number[] }[] = [
  { part: 'steps', steps: [1, 3] },
  { part: 'agents', steps: [1, 3, 10] },
  { part: 'blocking', steps: [1, 3] },
  { part: 'reasons', steps: [1, 2] },
  { part: 'conversations', steps: [1, 2] },
  { part: 'steps', steps: [5, 10, 20, ...many] },
  { part: 'agents', steps: [20, ...many] },
  { part: 'blocking', steps: [5, 10, 20, ...many] },
  { part: 'reasons', steps: [3, 5, 10, 20, ...many] },
  { part: 'others', steps: [1, 3, 5, 10, 20, ...many] },
  { part: 'conversations', steps: [3, 5, 10, 20, ...many] },
  { part: 'passing', steps: [10, 20, ...many] },
]

/**
 * Renders with the largest budget that fits the limit. `render` is consumed only up to the limit, so that the cost
 * depends on the limit and not on the size of the outcome. What does not become the page is only measured.
 * @returns null if not even the smallest budget fits
 */
export function fitToLimit(render: (budget: Budget) => Iterable<string>, limit: Limit): string | null {
  const page = (budget: Budget) => [...render(budget)].join('')
  const fits = (budget: Budget) => fitsWithin(render(budget), limit)
  const whole = sameForAll(Infinity)
  if (fits(whole)) return page(whole)
  let budget = sameForAll(0)
  if (!fits(budget)) return null
  for (const { part, steps } of priorities) {
    let low = 0
    let high = steps.length
    while (low < high) {
      const middle = (low + high) >> 1
      const larger = { ...budget, [part]: steps[middle] ?? 0 }
      if (fits(larger)) {
        budget = larger
        low = middle + 1
      } else high = middle
    }
  }
  return page(budget)
}

function sameForAll(most: number): Budget {
  return {
    steps: most,
    agents: most,
    blocking: most,
    others: most,
    reasons: most,
    conversations: most,
    passing: most,
  }
}

function fitsWithin(parts: Iterable<string>, { max, measure }: Limit): boolean {
  let size = 0
  for (const part of parts) {
    size += measure(part)
    if (size > max) return false
  }
  return true
}
