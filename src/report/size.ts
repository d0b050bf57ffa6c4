// Five sizes of a comment and a summary, so that they fit GitHub's limits. The fifth is the headline alone.

/** How much is shown. */
export interface Size {
  /** Tests that the verdict rests on, above the fold. */
  readonly tests: number
  /** How many of them with their conversation. */
  readonly conversations: number
  /** Items of each list. */
  readonly names: number
}

/** Agents in one line. */
export const AGENTS_NAMED = 10

export type Kind = 'comment' | 'summary'

/** Largest first. */
export const sizes: Readonly<Record<string, Readonly<Record<Kind, Size>>>> = {
  full: {
    comment: { tests: 3, conversations: 3, names: 100 },
    summary: { tests: 10, conversations: 10, names: 500 },
  },
  'fewer conversations': {
    comment: { tests: 3, conversations: 1, names: 30 },
    summary: { tests: 10, conversations: 3, names: 100 },
  },
  'names only': {
    comment: { tests: 3, conversations: 0, names: 30 },
    summary: { tests: 10, conversations: 0, names: 100 },
  },
  'counts only': {
    comment: { tests: 0, conversations: 0, names: 0 },
    summary: { tests: 0, conversations: 0, names: 0 },
  },
}
