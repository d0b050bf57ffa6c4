// Five sizes of a comment and a summary, so that they fit GitHub's limits. The fifth is the headline alone.

/** How much is shown. */
export interface Size {
  /** Tests that the verdict rests on, with their conversation. */
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
    comment: { conversations: 3, names: 100 },
    summary: { conversations: 10, names: 500 },
  },
  'fewer conversations': {
    comment: { conversations: 1, names: 30 },
    summary: { conversations: 3, names: 100 },
  },
  'names only': {
    comment: { conversations: 0, names: 30 },
    summary: { conversations: 0, names: 100 },
  },
  'counts only': {
    comment: { conversations: 0, names: 0 },
    summary: { conversations: 0, names: 0 },
  },
}
