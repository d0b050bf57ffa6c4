// How much a page shows, and how much of it fits: what matters most gets its room first.

/** At most so many; of all but `agents` and `passing` for each agent. Headline, totals and notes are always there. */
export interface Detail {
  /** Rows of agents that did not pass, each with its run link. */
  readonly agents: number
  /** Tests that passed in the earlier run and fail now, by name. */
  readonly newlyFailing: number
  /** Tests that changed otherwise since the earlier run, by name; so many of each kind. */
  readonly changes: number
  /** Failing tests by name. */
  readonly tests: number
  /** Failing tests with their judges' verdicts and reasons. */
  readonly reasons: number
  /** Failing tests with what the agent replied. */
  readonly replies: number
  /** Rows of agents that passed. */
  readonly passing: number
}

/** A size, and how it is measured: characters of a comment, bytes of a summary. */
export interface Limit {
  readonly max: number
  readonly measure: (text: string) => number
}

const everything: Detail = {
  agents: Infinity,
  newlyFailing: Infinity,
  changes: Infinity,
  tests: Infinity,
  reasons: Infinity,
  replies: Infinity,
  passing: Infinity,
}
const headlineOnly: Detail = {
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
 * The most important first; each takes the largest step that fits beside those before it. So passing rows go first
 * when room is short, then replies, changes for the better, reasons, test names, what newly fails, agents; but no
 * agent's row is worth the first reasons of the worst ones.
 */
const wishes: readonly { readonly what: keyof Detail; readonly steps: readonly number[] }[] = [
  { what: 'agents', steps: [1, 3, 10, 20] },
  { what: 'newlyFailing', steps: [1, 3] },
  { what: 'tests', steps: [1, 3] },
  { what: 'reasons', steps: [1, 2] },
  { what: 'agents', steps: many },
  { what: 'newlyFailing', steps: [5, 10, 20, ...many] },
  { what: 'tests', steps: [5, 10, 20, ...many] },
  { what: 'reasons', steps: [3, 5, 10, 20, ...many] },
  { what: 'changes', steps: [1, 3, 5, 10, 20, ...many] },
  { what: 'replies', steps: [1, 2, 3, 5, 10, 20, ...many] },
  { what: 'passing', steps: [10, 20, ...many] },
]

/** A page without a comparison is the same for all steps of these, and each try costs a page. */
const comparing: ReadonlySet<keyof Detail> = new Set(['newlyFailing', 'changes'])

/**
 * The richest page within the limit. `render` is read only as far as there is room, so an outcome of any size costs
 * no more than the limit does.
 * @returns null where not even the barest page fits
 */
export function richestWithin(
  render: (detail: Detail) => Iterable<string>,
  limit: Limit,
  { compares }: { readonly compares: boolean },
): string | null {
  const whole = joinWithin(render(everything), limit)
  if (whole !== null) return whole
  let detail = headlineOnly
  let page = joinWithin(render(detail), limit)
  for (const { what, steps } of wishes) {
    if (!compares && comparing.has(what)) continue
    let low = 0
    let high = steps.length
    while (low < high) {
      const middle = (low + high) >> 1
      const richer = { ...detail, [what]: steps[middle] ?? 0 }
      const attempt = joinWithin(render(richer), limit)
      if (attempt === null) {
        high = middle
      } else {
        page = attempt
        detail = richer
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
