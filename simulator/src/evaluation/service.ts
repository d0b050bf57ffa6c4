// The evaluation service: its routes over the state of one workspace.
import description from '../openapi.json' with { type: 'json' }
import { createRouter, HttpError, json, type Route } from '../router.ts'
import { agentRecordRoutes, differentWorkspace } from './agent-record.ts'
import { agentRoutes, type ListShape } from './agents.ts'
import { annotationIds, annotationRoutes } from './annotation.ts'
import { evaluatorRoutes } from './evaluators.ts'
import { runRoutes } from './runs.ts'
import type { ServerVersion } from './server-version.ts'
import { testRoutes } from './tests.ts'
import type { Workspace } from './workspace.ts'

const refusedKey = (detail: string) => new HttpError(401, { detail }, { 'www-authenticate': 'Bearer' })

const keyErrors = (version: ServerVersion) => ({
  wrong: refusedKey('Invalid or revoked API key'),
  'wrong-bearer': refusedKey('Invalid or expired token'),
  missing:
    version === 'documented'
      ? refusedKey('Not authenticated')
      : new HttpError(403, { detail: 'Not authenticated' }),
})

export function createEvaluationService(workspace: Workspace, listShape: ListShape) {
  const getDescription = {
    method: 'GET',
    path: '/public-api/openapi.json',
    handle: () => json(description),
    open: true,
  }
  const routes = [
    getDescription,
    ...agentRoutes(workspace, listShape),
    ...agentRecordRoutes(workspace),
    ...runRoutes(workspace),
    ...evaluatorRoutes(workspace),
    ...testRoutes(workspace),
    ...annotationRoutes(workspace),
  ]
  const { elsewhere } = annotationIds(workspace)
  return createRouter(
    routes.map((route) => refusing(elsewhere, route)),
    keyErrors(workspace.dialect.version),
  )
}

/** An ID of another workspace is refused, whatever record it is of; tests of others are not found. */
function refusing(elsewhere: string, route: Route): Route {
  const names = [...route.path.matchAll(/\{((?!test_)\w+)\}/g)].map(([, name = '']) => name)
  const handle: Route['handle'] = (request) => {
    if (names.some((name) => request.param(name) === elsewhere)) throw differentWorkspace
    return route.handle(request)
  }
  return { ...route, handle }
}
