// How much is shown where space is limited: a report is made in one budget after another, the largest first, until it fits.

/** How much a report shows. */
export interface Budget {
  /** Tests that the verdict rests on, with their conversation. */
  readonly conversations: number
  /** Items of each list. */
  readonly items: number
}

/** What the page begins with. */
export const WITHOUT_LISTS: Budget = { conversations: 0, items: 0 }

/** Those of all reports; a comment begins with the second one. At the end: names only, counts only, and null for the headline alone. */
export const budgets: readonly [Budget, Budget, ...(Budget | null)[]] = [
  { conversations: 10, items: 500 },
  { conversations: 3, items: 100 },
  { conversations: 1, items: 30 },
  { conversations: 0, items: 30 },
  WITHOUT_LISTS,
  null,
]

/** Where a document is shown. */
export type Place = 'comment' | 'summary' | 'log'

/** Agents in one line. */
export const AGENTS_NAMED = 10
