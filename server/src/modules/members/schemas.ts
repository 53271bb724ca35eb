import { type Static, Type } from 'typebox'
import { ROLES } from '../../kit/roles.ts'
import { Id, Nullable, OneOf, Page, Timestamp, Uuid } from '../../kit/schema.ts'
import { Email, Password, Token, UserName } from '../sign-in/schemas.ts'
import { WorkspaceName } from '../workspaces/schemas.ts'

export const RoleName = OneOf(ROLES)

export const Member = Type.Object({
  userId: Id('usr'),
  name: Type.String(),
  email: Type.String(),
  role: RoleName,
  twoFactorEnabled: Type.Boolean(),
  createdAt: Timestamp,
})
export type Member = Static<typeof Member>

export const MemberList = Page(Member)

export const OwnWorkspace = Type.Object({
  id: Uuid,
  name: Type.String(),
  role: RoleName,
  environments: Type.Object({ live: Uuid, test: Uuid }),
})
export type OwnWorkspace = Static<typeof OwnWorkspace>

export const NewWorkspace = Type.Object({ name: WorkspaceName })

export const Me = Type.Object({
  user: Type.Object({
    id: Id('usr'),
    name: Type.String(),
    email: Type.String(),
    emailVerified: Type.Boolean(),
    twoFactorEnabled: Type.Boolean(),
  }),
  workspaces: Type.Array(OwnWorkspace),
  canCreateWorkspaces: Type.Boolean(),
})

export const MemberPath = Type.Object({ workspaceId: Uuid, userId: Id('usr') })
export const InvitationPath = Type.Object({ workspaceId: Uuid, id: Id('inv') })

export const RoleChange = Type.Object({ role: RoleName })

export const Invitation = Type.Object({
  id: Id('inv'),
  email: Type.String(),
  role: RoleName,
  status: OneOf(['pending', 'accepted', 'revoked', 'expired']),
  invitedBy: Nullable(Type.String({ description: 'Name of the person who sent the invitation.' })),
  createdAt: Timestamp,
  expiresAt: Timestamp,
})
export type Invitation = Static<typeof Invitation>

export const InvitationList = Page(Invitation)

export const NewInvitation = Type.Object({ email: Email, role: RoleName })
export type NewInvitation = Static<typeof NewInvitation>

export const CreatedInvitation = Type.Object({
  invitation: Invitation,
  url: Type.Optional(Type.String({ description: 'Only if no mail server is configured, and only in this response.' })),
})

export const InvitationToken = Type.Object({ token: Token })

export const InvitationPreview = Type.Object({
  email: Type.String(),
  role: RoleName,
  workspaceName: Type.String(),
})

/** Name and password create the account; a person with an account signs in and sends neither. */
export const Acceptance = Type.Object({
  token: Token,
  name: Type.Optional(UserName),
  password: Type.Optional(Password),
})
export type Acceptance = Static<typeof Acceptance>

export const AcceptanceResult = Type.Object({ workspaceId: Uuid })

export const SetupStatus = Type.Object({ required: Type.Boolean() })

export const Setup = Type.Object({
  token: Token,
  name: UserName,
  email: Email,
  password: Password,
  workspaceName: WorkspaceName,
})
export type Setup = Static<typeof Setup>
