import type { ListItem, ResponseBody } from '../api.ts'
import { resource, useWrite } from '../resource.ts'

export type Member = ListItem<'/workspaces/{workspaceId}/members'>
export type Invitation = ListItem<'/workspaces/{workspaceId}/invitations'>
export type CreatedInvitation = ResponseBody<'/workspaces/{workspaceId}/invitations', 'post'>

/** Every change may affect both lists, and the permissions of the current user. */
const alsoChanges = ['/workspaces/{workspaceId}/members', '/workspaces/{workspaceId}/invitations', '/me'] as const

export const members = resource('/workspaces/{workspaceId}/members', { alsoChanges })
export const invitations = resource('/workspaces/{workspaceId}/invitations', { alsoChanges })

export const useRevokeInvitation = (id: string, onSuccess: () => void) =>
  useWrite('post', '/workspaces/{workspaceId}/invitations/{id}/revocation', { id }, { alsoChanges, onSuccess })

/** Members by name, other actors by type. */
export function formatActor(actor: string, people: Pick<Member, 'userId' | 'name'>[]): string {
  const [kind, id] = actor.split(':', 2)
  if (kind === 'member') return people.find(({ userId }) => userId === id)?.name ?? 'a former member'
  if (kind === 'customer') return 'the customer'
  return kind === 'key' ? 'an API key' : 'the server'
}
