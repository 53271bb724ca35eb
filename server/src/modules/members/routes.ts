import type { Routes } from '../../http/routes.ts'
import type { Staff } from '../../http/staff.ts'
import { anyUser } from '../sign-in/accounts.ts'
import type { Auth } from '../sign-in/auth.ts'
import { Done, SignedIn } from '../sign-in/schemas.ts'
import { openSession } from '../sign-in/sign-in.ts'
import { acceptInvitation, invite, listInvitations, previewInvitation, revokeInvitation } from './invitations.ts'
import { changeRole, listMembers, removeMember } from './members.ts'
import { describeMe, openOwnWorkspace, type WorkspaceCreation } from './new-workspace.ts'
import {
  Acceptance,
  Accepted,
  Invitation,
  InvitationPath,
  Invitations,
  InvitationToken,
  InWorkspace,
  MadeInvitation,
  Me,
  Member,
  MemberPath,
  Members,
  NewInvitation,
  NewWorkspace,
  OpenInvitation,
  OwnWorkspace,
  RoleChange,
  SetUp,
  SetUpNeed,
} from './schemas.ts'
import { setUpFirstOwner } from './set-up.ts'

interface Options {
  auth: Auth
  staff: Staff
  publicUrl: string
  /** What the first owner must know, while there is nobody. */
  setUpToken: string | undefined
  canMail: boolean
  workspaceCreation: WorkspaceCreation
}

export const memberRoutes =
  ({ auth, staff, publicUrl, setUpToken, canMail, workspaceCreation }: Options): Routes =>
  async (app) => {
    app.get('/me', { config: { role: 'person' }, schema: { response: { 200: Me } } }, ({ system, person }) =>
      describeMe(system, person, workspaceCreation),
    )

    app.post(
      '/workspaces',
      { config: { role: 'person' }, schema: { body: NewWorkspace, response: { 201: OwnWorkspace } } },
      async ({ system, person, body, ip }, reply) => {
        reply.code(201)
        return openOwnWorkspace(system, person, body.name, workspaceCreation, ip)
      },
    )

    app.get(
      '/workspaces/:workspaceId/members',
      { config: { role: 'viewer' }, schema: { params: InWorkspace, response: { 200: Members } } },
      async ({ system, member }) => ({ data: await listMembers(system, member.workspaceId) }),
    )

    app.patch(
      '/workspaces/:workspaceId/members/:userId',
      { config: { role: 'admin' }, schema: { params: MemberPath, body: RoleChange, response: { 200: Member } } },
      ({ system, member, params, body, ip }) => changeRole(system, member, params.userId, body.role, ip),
    )

    app.delete(
      '/workspaces/:workspaceId/members/:userId',
      { config: { role: 'admin' }, schema: { params: MemberPath, response: { 200: Done } } },
      async ({ system, member, params, ip }) => {
        await removeMember(system, member, params.userId, ip)
        return {}
      },
    )

    app.get(
      '/workspaces/:workspaceId/invitations',
      { config: { role: 'admin' }, schema: { params: InWorkspace, response: { 200: Invitations } } },
      async ({ system, member }) => ({ data: await listInvitations(system, member.workspaceId) }),
    )

    app.post(
      '/workspaces/:workspaceId/invitations',
      {
        config: { role: 'admin' },
        schema: { params: InWorkspace, body: NewInvitation, response: { 201: MadeInvitation } },
      },
      async ({ system, member, body, ip }, reply) => {
        reply.code(201)
        return invite(system, member, body, { publicUrl, canMail }, ip)
      },
    )

    app.post(
      '/workspaces/:workspaceId/invitations/:id/revocation',
      { config: { role: 'admin' }, schema: { params: InvitationPath, response: { 200: Invitation } } },
      ({ system, member, params, ip }) => revokeInvitation(system, member, params.id, ip),
    )

    app.post(
      '/invitations/preview',
      { config: { role: 'nobody' }, schema: { body: InvitationToken, response: { 200: OpenInvitation } } },
      ({ system, body }) => previewInvitation(system, body.token),
    )

    app.post(
      '/invitations/acceptance',
      { config: { role: 'nobody' }, schema: { body: Acceptance, response: { 200: Accepted } } },
      async (request, reply) => {
        const { system, body, ip } = request
        const person = await staff.findPerson(request, reply)
        const { workspaceId, email } = await acceptInvitation(system, body, person, ip)
        if (!person && body.password) await openSession(auth, request, reply, { email, password: body.password })
        return { workspaceId }
      },
    )

    app.get(
      '/set-up',
      { config: { role: 'nobody' }, schema: { response: { 200: SetUpNeed } } },
      async ({ system }) => ({
        needed: !(await anyUser(system)),
      }),
    )

    app.post(
      '/set-up',
      { config: { role: 'nobody' }, schema: { body: SetUp, response: { 200: SignedIn } } },
      async (request, reply) => {
        const { system, body, ip } = request
        await setUpFirstOwner(system, setUpToken, body, ip)
        return openSession(auth, request, reply, body)
      },
    )
  }
