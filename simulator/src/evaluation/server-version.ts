// Servers of different ages send different fields.

/**
 * `newer`: more fields for evaluators, runs and results. `current`: as most servers. `documented`: as the specification says, where real servers
 * differ from it. docs/internals/simulator.md has a table.
 */
export const serverVersions = ['current', 'newer', 'documented'] as const
export type ServerVersion = (typeof serverVersions)[number]

/** How one server writes things down. */
export interface Dialect {
  readonly version: ServerVersion
  /** An ID of 36 characters, the same for the same text and seed. */
  readonly uuid: (text: string) => string
  /** Milliseconds since 1970 as a timestamp of the service, by its clock and in its time zone. */
  readonly time: (ms: number) => string
}
