// The evaluation service: its routes over the state of one workspace.
import description from '../openapi.json' with { type: 'json' }
import { createRouter, HttpError, json } from '../router.ts'
import { agentRecordRoutes } from './agent-record.ts'
import { agentRoutes, type ListShape } from './agents.ts'
import { annotationRoutes } from './annotation.ts'
import { evaluatorRoute } from './evaluators.ts'
import { runRoutes } from './runs.ts'
import type { Workspace } from './workspace.ts'

const keyErrors = {
  wrong: new HttpError(401, { detail: 'Invalid or revoked API key' }, { 'www-authenticate': 'Bearer' }),
  missing: new HttpError(403, { detail: 'Not authenticated' }),
}

export function createEvaluationService(workspace: Workspace, listShape: ListShape) {
  const getDescription = {
    method: 'GET',
    path: '/public-api/openapi.json',
    handle: () => json(description),
    open: true,
  }
  return createRouter(
    [
      getDescription,
      ...agentRoutes(workspace, listShape),
      ...agentRecordRoutes(workspace),
      ...runRoutes(workspace),
      evaluatorRoute(workspace.dialect),
      ...annotationRoutes(workspace),
    ],
    keyErrors,
  )
}
