import { Type } from 'typebox'
import { toSinglePage } from '../../db/page.ts'
import type { Routes } from '../../http/routes.ts'
import { Page, WorkspacePath } from '../../kit/schema.ts'
import { createView, deleteView, listViews, renameView } from './saved-views.ts'
import { NewSavedView, SavedView, SavedViewChanges, SavedViewPath } from './schemas.ts'

/** Views belong to the member who saved them: a viewer may, too. */
export const savedViewDashboardRoutes: Routes = async (app) => {
  app.get(
    '/workspaces/:workspaceId/saved-views',
    { config: { role: 'viewer' }, schema: { params: WorkspacePath, response: { 200: Page(SavedView) } } },
    async ({ system, member }) => toSinglePage(await listViews(system, member)),
  )

  app.post(
    '/workspaces/:workspaceId/saved-views',
    {
      config: { role: 'viewer' },
      schema: { params: WorkspacePath, body: NewSavedView, response: { 201: SavedView } },
    },
    async ({ system, member, body }, reply) => {
      reply.code(201)
      return createView(system, member, body)
    },
  )

  app.patch(
    '/workspaces/:workspaceId/saved-views/:id',
    {
      config: { role: 'viewer' },
      schema: { params: SavedViewPath, body: SavedViewChanges, response: { 200: SavedView } },
    },
    ({ system, member, params, body }) => renameView(system, member, params.id, body),
  )

  app.delete(
    '/workspaces/:workspaceId/saved-views/:id',
    { config: { role: 'viewer' }, schema: { params: SavedViewPath, response: { 204: Type.Null() } } },
    async ({ system, member, params }, reply) => {
      await deleteView(system, member, params.id)
      reply.code(204)
      return null
    },
  )
}
