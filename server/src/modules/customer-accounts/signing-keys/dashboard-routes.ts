import { Type } from 'typebox'
import { toSinglePage } from '../../../db/page.ts'
import { auditContextOf } from '../../../http/auth/staff.ts'
import type { Routes } from '../../../http/routes.ts'
import { Id, Page, Uuid, WorkspacePath } from '../../../kit/schema.ts'
import { CreatedSigningKey, NewSigningKey, SigningKey } from './schemas.ts'
import { createSigningKey, listSigningKeys, revokeSigningKey } from './signing-keys.ts'

const KeyPath = Type.Object({ workspaceId: Uuid, signingKeyId: Id('csk') })

/** Only here: whoever has an API key must not create tokens for every customer. */
export const signingKeyDashboardRoutes: Routes = async (app) => {
  app.get(
    '/workspaces/:workspaceId/signing-keys',
    { config: { role: 'viewer' }, schema: { params: WorkspacePath, response: { 200: Page(SigningKey) } } },
    async ({ system, member }) => toSinglePage(await listSigningKeys(system, member.workspaceId)),
  )

  app.post(
    '/workspaces/:workspaceId/signing-keys',
    {
      config: { role: 'admin' },
      schema: { params: WorkspacePath, body: NewSigningKey, response: { 201: CreatedSigningKey } },
    },
    async (request, reply) => {
      reply.code(201)
      return createSigningKey(request.system, request.member.workspaceId, request.body, auditContextOf(request))
    },
  )

  app.post(
    '/workspaces/:workspaceId/signing-keys/:signingKeyId/revocation',
    { config: { role: 'admin' }, schema: { params: KeyPath, response: { 200: SigningKey } } },
    (request) =>
      revokeSigningKey(
        request.system,
        request.member.workspaceId,
        request.params.signingKeyId,
        auditContextOf(request),
      ),
  )
}
