import { Type } from 'typebox'
import { toSinglePage } from '../../db/page.ts'
import { auditContextOf } from '../../http/auth/staff.ts'
import type { Routes } from '../../http/routes.ts'
import { Id, Page, Uuid, WorkspacePath } from '../../kit/schema.ts'
import { createKey, revokeKey } from './keys.ts'
import { listKeys } from './queries.ts'
import { CreatedKey, Key, NewKey } from './schemas.ts'

const KeyPath = Type.Object({ workspaceId: Uuid, keyId: Id('key') })

/** Keys are created and revoked only here: a key can't create another. */
export const keyDashboardRoutes: Routes = async (app) => {
  app.get(
    '/workspaces/:workspaceId/keys',
    {
      config: { role: 'viewer' },
      schema: { params: WorkspacePath, response: { 200: Page(Key) } },
    },
    async ({ system, member }) => toSinglePage(await listKeys(system, member.workspaceId)),
  )

  app.post(
    '/workspaces/:workspaceId/keys',
    { config: { role: 'admin' }, schema: { params: WorkspacePath, body: NewKey, response: { 201: CreatedKey } } },
    async (request, reply) => {
      reply.code(201)
      return createKey(request.system, request.member.workspaceId, request.body, auditContextOf(request))
    },
  )

  app.post(
    '/workspaces/:workspaceId/keys/:keyId/revocation',
    { config: { role: 'admin' }, schema: { params: KeyPath, response: { 200: Key } } },
    (request) => {
      const { system, member, params } = request
      const revoke = () => revokeKey(system, member.workspaceId, params.keyId, auditContextOf(request))
      return request.server.accessControl.revokeEverywhere(member.workspaceId, params.keyId, revoke)
    },
  )
}
