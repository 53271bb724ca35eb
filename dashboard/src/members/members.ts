import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { ME_KEY, type Role } from '../session/me.ts'
import { useWorkspace } from '../session/workspace.ts'

export interface Member {
  userId: string
  name: string
  email: string
  role: Role
  twoFactorEnabled: boolean
  createdAt: string
}

export interface Invitation {
  id: string
  email: string
  role: Role
  state: 'open' | 'accepted' | 'revoked' | 'expired'
  invitedBy: string | null
  createdAt: string
  expiresAt: string
}

export interface CreatedInvitation {
  invitation: Invitation
  /** Set only if the server cannot send email. */
  link?: string
}

const MEMBERS_KEY = 'people'

export function useMembers() {
  const { id } = useWorkspace().workspace
  return useQuery({
    queryKey: [MEMBERS_KEY, id, 'members'],
    queryFn: async ({ signal }) => (await api<{ data: Member[] }>(`/workspaces/${id}/members`, { signal })).data,
  })
}

export function useInvitations() {
  const { id } = useWorkspace().workspace
  return useQuery({
    queryKey: [MEMBERS_KEY, id, 'invitations'],
    queryFn: async ({ signal }) =>
      (await api<{ data: Invitation[] }>(`/workspaces/${id}/invitations`, { signal })).data,
  })
}

/** Every change affects both lists, and possibly the permissions of the current user. */
function useMemberMutation<Input, Result>(
  request: (workspaceId: string, input: Input) => Promise<Result>,
  onSuccess: (result: Result) => void = () => {},
) {
  const { id } = useWorkspace().workspace
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => request(id, input),
    onSuccess: (result) => onSuccess(result),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: [MEMBERS_KEY, id] }),
        queryClient.invalidateQueries({ queryKey: ME_KEY }),
      ]),
    gcTime: 0,
  })
}

export const useCreateInvitation = () =>
  useMemberMutation((id, body: { email: string; role: Role }) =>
    api<CreatedInvitation>(`/workspaces/${id}/invitations`, { method: 'POST', body }),
  )

export const useRevokeInvitation = (onSuccess: () => void) =>
  useMemberMutation(
    (id, invitationId: string) =>
      api<Invitation>(`/workspaces/${id}/invitations/${invitationId}/revocation`, { method: 'POST' }),
    onSuccess,
  )

export const useUpdateMemberRole = (onSuccess: (role: Role) => void) =>
  useMemberMutation(
    (id, { userId, role }: { userId: string; role: Role }) =>
      api<Member>(`/workspaces/${id}/members/${userId}`, { method: 'PATCH', body: { role } }),
    ({ role }) => onSuccess(role),
  )

export const useRemoveMember = (onSuccess: () => void) =>
  useMemberMutation(
    (id, userId: string) => api<object>(`/workspaces/${id}/members/${userId}`, { method: 'DELETE' }),
    onSuccess,
  )
