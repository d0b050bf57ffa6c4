// Servers of different ages send different fields.

/**
 * `older`: agents as an array of names, no run history, results without the id of their test. `newer`: pages of agents,
 * and more fields for agents, evaluators, runs and results. `current`: neither.
 */
export type ServerVersion = 'older' | 'current' | 'newer'
