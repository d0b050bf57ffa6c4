// How much is shown where space is limited: a report is made in one budget after another, the largest first, until it fits.

/** How much a report shows. */
export interface Budget {
  /** Tests that the verdict rests on, with their conversation. */
  readonly conversations: number
  /** Items of each list. */
  readonly items: number
  /** Below other comments: the first conversation alone is above the fold. */
  readonly isBrief: boolean
}

/** What the page begins with. */
export const WITHOUT_LISTS: Budget = { conversations: 0, items: 0, isBrief: true }

/** Those of all reports; a comment begins with the second one. At the end: names only, counts only, and null for the headline alone. */
export const budgets: readonly [Budget, Budget, ...(Budget | null)[]] = [
  { conversations: 10, items: 500, isBrief: false },
  { conversations: 3, items: 100, isBrief: true },
  { conversations: 1, items: 30, isBrief: true },
  { conversations: 0, items: 30, isBrief: true },
  WITHOUT_LISTS,
  null,
]

/** Agents in one line. */
export const AGENTS_NAMED = 10
