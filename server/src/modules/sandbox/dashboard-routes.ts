import { auditContextOf } from '../../http/auth/staff.ts'
import type { Routes } from '../../http/routes.ts'
import { WorkspacePath } from '../../kit/schema.ts'
import { getSandbox, requestSandboxReset } from './sandbox.ts'
import { Sandbox } from './schemas.ts'

export const sandboxDashboardRoutes: Routes = async (app) => {
  app.get(
    '/workspaces/:workspaceId/sandbox',
    { config: { role: 'viewer' }, schema: { params: WorkspacePath, response: { 200: Sandbox } } },
    ({ system, member }) => getSandbox(system, member.workspaceId),
  )

  app.post(
    '/workspaces/:workspaceId/sandbox/reset',
    { config: { role: 'admin' }, schema: { params: WorkspacePath, response: { 202: Sandbox } } },
    async (request, reply) => {
      reply.code(202)
      return requestSandboxReset(request.system, request.member.workspaceId, auditContextOf(request))
    },
  )
}
