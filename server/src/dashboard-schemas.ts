import { apiSchemas } from './api-schemas.ts'
import { Id } from './kit/schema.ts'
import * as signingKeys from './modules/customer-accounts/signing-keys/schemas.ts'
import * as inbox from './modules/inbox/schemas.ts'
import * as keys from './modules/keys/schemas.ts'
import * as members from './modules/members/schemas.ts'
import * as sandbox from './modules/sandbox/schemas.ts'
import * as savedViews from './modules/saved-views/schemas.ts'
import * as signIn from './modules/sign-in/schemas.ts'

/** Names of shapes in the document of the dashboard's own routes, which also contains the API's. */
export const dashboardSchemas = {
  ...apiSchemas,
  InvitationId: Id('inv'),
  KeyId: Id('key'),
  SavedViewId: Id('view'),
  SigningKeyId: Id('csk'),
  UserId: Id('usr'),
  Me: members.Me,
  Member: members.Member,
  Invitation: members.Invitation,
  CreatedInvitation: members.CreatedInvitation,
  InvitationPreview: members.InvitationPreview,
  OwnWorkspace: members.OwnWorkspace,
  Role: members.RoleName,
  SetupStatus: members.SetupStatus,
  SignInResult: signIn.SignInResult,
  TotpSetup: signIn.TotpSetup,
  Key: keys.Key,
  CreatedKey: keys.CreatedKey,
  SigningKey: signingKeys.SigningKey,
  CreatedSigningKey: signingKeys.CreatedSigningKey,
  Sandbox: sandbox.Sandbox,
  SavedView: savedViews.SavedView,
  TicketDraft: inbox.TicketDraft,
  TicketPresence: inbox.TicketPresence,
}
