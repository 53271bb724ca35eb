import { Type } from 'typebox'
import type { Routes } from '../../http/routes.ts'
import { deedOf } from '../../http/staff.ts'
import { Uuid } from '../../kit/schema.ts'
import { askForReset, getSandbox } from './sandbox.ts'
import { Sandbox } from './schemas.ts'

const InWorkspace = Type.Object({ workspaceId: Uuid })

export const sandboxDashboardRoutes: Routes = async (app) => {
  app.get(
    '/workspaces/:workspaceId/sandbox',
    { config: { role: 'viewer' }, schema: { params: InWorkspace, response: { 200: Sandbox } } },
    ({ system, member }) => getSandbox(system, member.workspaceId),
  )

  app.post(
    '/workspaces/:workspaceId/sandbox/reset',
    { config: { role: 'admin' }, schema: { params: InWorkspace, response: { 202: Sandbox } } },
    async (request, reply) => {
      reply.code(202)
      return askForReset(request.system, request.member.workspaceId, deedOf(request))
    },
  )
}
