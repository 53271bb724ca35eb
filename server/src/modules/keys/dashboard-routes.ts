import { Type } from 'typebox'
import type { Routes } from '../../http/routes.ts'
import { deedOf } from '../../http/staff.ts'
import { Id, Uuid } from '../../kit/schema.ts'
import { createKey, revokeKey } from './keys.ts'
import { listKeys } from './queries.ts'
import { CreatedKey, Key, NewKey } from './schemas.ts'

const InWorkspace = Type.Object({ workspaceId: Uuid })
const OneKey = Type.Object({ workspaceId: Uuid, keyId: Id('key') })

/** Keys are made and revoked here and nowhere else: a key can't make another. */
export const keyDashboardRoutes: Routes = async (app) => {
  app.get(
    '/workspaces/:workspaceId/keys',
    {
      config: { role: 'viewer' },
      schema: { params: InWorkspace, response: { 200: Type.Object({ data: Type.Array(Key) }) } },
    },
    async ({ system, member }) => ({ data: await listKeys(system, member.workspaceId) }),
  )

  app.post(
    '/workspaces/:workspaceId/keys',
    { config: { role: 'admin' }, schema: { params: InWorkspace, body: NewKey, response: { 201: CreatedKey } } },
    async (request, reply) => {
      reply.code(201)
      return createKey(request.system, request.member.workspaceId, request.body, deedOf(request))
    },
  )

  app.post(
    '/workspaces/:workspaceId/keys/:keyId/revocation',
    { config: { role: 'admin' }, schema: { params: OneKey, response: { 200: Key } } },
    (request) => {
      const { system, member, params } = request
      const revoke = () => revokeKey(system, member.workspaceId, params.keyId, deedOf(request))
      return request.server.gate.revoking(member.workspaceId, params.keyId, revoke)
    },
  )
}
