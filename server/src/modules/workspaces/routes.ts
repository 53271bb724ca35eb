import type { Routes } from '../../http/routes.ts'
import { SCOPES } from '../../kit/api-key.ts'
import { Workspace, WorkspaceChanges } from './schemas.ts'
import { updateWorkspace } from './update-workspace.ts'
import { getWorkspace } from './workspaces.ts'

export const workspaceRoutes: Routes = async (app) => {
  app.get(
    '/workspace',
    {
      config: { access: 'key', scopes: SCOPES, limit: 'default' },
      schema: {
        operationId: 'workspace.get',
        summary: 'Get the workspace',
        description: 'The workspace and environment of the key.',
        tags: ['Workspace'],
        response: { 200: Workspace },
      },
    },
    (request) => getWorkspace(request.ctx),
  )

  app.patch(
    '/workspace',
    {
      config: { access: 'key', limit: 'default', staff: 'admin' },
      schema: {
        operationId: 'workspace.update',
        summary: 'Update the workspace',
        description: 'Fields you omit keep their value.',
        tags: ['Workspace'],
        body: WorkspaceChanges,
        response: { 200: Workspace },
      },
    },
    (request) => updateWorkspace(request.ctx, request.body),
  )
}
