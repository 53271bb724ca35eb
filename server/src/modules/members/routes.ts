import { toSinglePage } from '../../db/page.ts'
import type { StaffDirectory } from '../../http/auth/staff.ts'
import type { Routes } from '../../http/routes.ts'
import { WorkspacePath } from '../../kit/schema.ts'
import { hasUsers } from '../sign-in/accounts/accounts.ts'
import { EmptyResponse, SignInResult } from '../sign-in/schemas.ts'
import type { Auth } from '../sign-in/sign-in.ts'
import { openSession } from '../sign-in/sign-in.ts'
import { createOwnWorkspace, getCurrentUser, type WorkspaceCreationPolicy } from './create-workspace.ts'
import { acceptInvitation, invite, listInvitations, previewInvitation, revokeInvitation } from './invitations.ts'
import { changeRole, listMembers, removeMember } from './members.ts'
import {
  Acceptance,
  AcceptanceResult,
  CreatedInvitation,
  Invitation,
  InvitationList,
  InvitationPath,
  InvitationPreview,
  InvitationToken,
  Me,
  Member,
  MemberList,
  MemberPath,
  NewInvitation,
  NewWorkspace,
  OwnWorkspace,
  RoleChange,
  Setup,
  SetupStatus,
} from './schemas.ts'
import { setUpFirstOwner } from './setup.ts'

interface Options {
  auth: Auth
  staffDirectory: StaffDirectory
  publicUrl: string
  /** Required to create the first owner, while there is no account. */
  setupToken: string | undefined
  canSendEmail: boolean
  workspaceCreation: WorkspaceCreationPolicy
}

export const memberRoutes =
  ({ auth, staffDirectory, publicUrl, setupToken, canSendEmail, workspaceCreation }: Options): Routes =>
  async (app) => {
    app.get('/me', { config: { role: 'user' }, schema: { response: { 200: Me } } }, ({ system, user }) =>
      getCurrentUser(system, user, workspaceCreation),
    )

    app.post(
      '/workspaces',
      { config: { role: 'user' }, schema: { body: NewWorkspace, response: { 201: OwnWorkspace } } },
      async ({ system, user, body, ip }, reply) => {
        reply.code(201)
        return createOwnWorkspace(system, user, body.name, workspaceCreation, ip)
      },
    )

    app.get(
      '/workspaces/:workspaceId/members',
      { config: { role: 'viewer' }, schema: { params: WorkspacePath, response: { 200: MemberList } } },
      async ({ system, member }) => toSinglePage(await listMembers(system, member.workspaceId)),
    )

    app.patch(
      '/workspaces/:workspaceId/members/:userId',
      { config: { role: 'admin' }, schema: { params: MemberPath, body: RoleChange, response: { 200: Member } } },
      ({ system, member, params, body, ip }) => changeRole(system, member, params.userId, body.role, ip),
    )

    app.delete(
      '/workspaces/:workspaceId/members/:userId',
      { config: { role: 'admin' }, schema: { params: MemberPath, response: { 200: EmptyResponse } } },
      async ({ system, member, params, ip }) => {
        await removeMember(system, member, params.userId, ip)
        return {}
      },
    )

    app.get(
      '/workspaces/:workspaceId/invitations',
      { config: { role: 'admin' }, schema: { params: WorkspacePath, response: { 200: InvitationList } } },
      async ({ system, member }) => toSinglePage(await listInvitations(system, member.workspaceId)),
    )

    app.post(
      '/workspaces/:workspaceId/invitations',
      {
        config: { role: 'admin' },
        schema: { params: WorkspacePath, body: NewInvitation, response: { 201: CreatedInvitation } },
      },
      async ({ system, member, body, ip }, reply) => {
        reply.code(201)
        return invite(system, member, body, { publicUrl, canSendEmail }, ip)
      },
    )

    app.post(
      '/workspaces/:workspaceId/invitations/:id/revocation',
      { config: { role: 'admin' }, schema: { params: InvitationPath, response: { 200: Invitation } } },
      ({ system, member, params, ip }) => revokeInvitation(system, member, params.id, ip),
    )

    app.post(
      '/invitations/preview',
      { config: { role: 'anonymous' }, schema: { body: InvitationToken, response: { 200: InvitationPreview } } },
      ({ system, body }) => previewInvitation(system, body.token),
    )

    app.post(
      '/invitations/acceptance',
      { config: { role: 'anonymous' }, schema: { body: Acceptance, response: { 200: AcceptanceResult } } },
      async (request, reply) => {
        const { system, body, ip } = request
        const user = await staffDirectory.findSessionUser(request, reply)
        const { workspaceId, email } = await acceptInvitation(system, body, user, ip)
        if (!user && body.password) await openSession(auth, request, reply, { email, password: body.password })
        return { workspaceId }
      },
    )

    app.get(
      '/setup',
      { config: { role: 'anonymous' }, schema: { response: { 200: SetupStatus } } },
      async ({ system }) => ({
        required: !(await hasUsers(system)),
      }),
    )

    app.post(
      '/setup',
      { config: { role: 'anonymous' }, schema: { body: Setup, response: { 200: SignInResult } } },
      async (request, reply) => {
        const { system, body, ip } = request
        await setUpFirstOwner(system, setupToken, body, ip)
        return openSession(auth, request, reply, body)
      },
    )
  }
