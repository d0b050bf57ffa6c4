/** What the process ends with; documented in docs/cli.md. After a signal it is 128 and the signal's number. */
export const EXIT = { passed: 0, failed: 1, usage: 2, inconclusive: 3 } as const
