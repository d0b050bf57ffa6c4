// The voice-form service's workspaces.
import type { Caller } from './caller.ts'
import { listRoute, type Page, type PageStart, type WalkStart } from './paging.ts'
import { path } from './transport.ts'
import type { TimeFilter } from './voice-form-agents.ts'
import { type Workspace, workspace } from './voice-form-schemas.ts'

export interface VoiceFormWorkspaces {
  /**
   * Every workspace that the key can see, at once.
   *
   * Specification: "Pagination", `GET /api/v1/workspaces`.
   * @throws {ClientError}
   */
  list(options?: TimeFilter): Promise<Workspace[]>

  /**
   * One page. Positions shift when a workspace is added between two pages: a row may come twice or be skipped.
   *
   * Specification: "Pagination", `GET /api/v1/workspaces`.
   * @throws {ClientError}
   */
  page(options: PageStart & TimeFilter): Promise<Page<Workspace>>

  /**
   * Row by row, reading pages as they are needed. Positions shift when a workspace is added between two pages: a row
   * may come twice or be skipped. A cursor that comes a second time is a {@link ContractError}.
   *
   * Specification: "Pagination", `GET /api/v1/workspaces`.
   * @throws {ClientError}
   */
  iterate(options?: WalkStart & TimeFilter): AsyncGenerator<Workspace, void, undefined>
}

const WORKSPACES = path('api', 'v1', 'workspaces')

export function workspaceMethods(caller: Pick<Caller, 'call'>): VoiceFormWorkspaces {
  const rows = listRoute(caller, workspace)
  return {
    list: ({ since, until, ...options } = {}) => rows.list(WORKSPACES, { since, until }, options),

    page: ({ limit, cursor, since, until, ...options }) =>
      rows.page(WORKSPACES, { limit, cursor, since, until }, options),

    iterate: ({ limit, cursor, since, until, ...options } = {}) =>
      rows.walk(WORKSPACES, { limit, cursor, since, until }, options),
  }
}
