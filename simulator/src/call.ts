// What an endpoint is given: the request, checked as far as its route, and the service's state.
import type { RequestBody } from './request-checks.ts'
import type { Workspace } from './workspace.ts'

export interface Call {
  /** The parts of the path that the route names, decoded. */
  readonly part: (name: string) => string
  readonly query: URLSearchParams
  readonly body: RequestBody
  readonly service: Service
}

export interface Service {
  readonly workspace: Workspace
  /** Older servers list agents as an array, newer ones as an object with `items`. */
  readonly listShape: 'items' | 'array'
  /** Milliseconds since 1970. */
  readonly now: () => number
}
