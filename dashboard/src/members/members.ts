import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDesk } from '../access/desk.ts'
import { ME, type Role } from '../access/me.ts'
import { api } from '../api.ts'

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

export interface MadeInvitation {
  invitation: Invitation
  /** Only from a server that sends no mail. */
  link?: string
}

const PEOPLE = 'people'

export function useMembers() {
  const { id } = useDesk().workspace
  return useQuery({
    queryKey: [PEOPLE, id, 'members'],
    queryFn: async ({ signal }) => (await api<{ data: Member[] }>(`/workspaces/${id}/members`, { signal })).data,
  })
}

export function useInvitations() {
  const { id } = useDesk().workspace
  return useQuery({
    queryKey: [PEOPLE, id, 'invitations'],
    queryFn: async ({ signal }) =>
      (await api<{ data: Invitation[] }>(`/workspaces/${id}/invitations`, { signal })).data,
  })
}

/** Every change of people shows in both lists, and perhaps in what the one who made it may still do. */
function usePeopleChange<Input, Answer>(
  change: (workspaceId: string, input: Input) => Promise<Answer>,
  onDone: (answer: Answer) => void = () => {},
) {
  const { id } = useDesk().workspace
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => change(id, input),
    onSuccess: (answer) => onDone(answer),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: [PEOPLE, id] }),
        queryClient.invalidateQueries({ queryKey: ME }),
      ]),
    gcTime: 0,
  })
}

export const useInvite = () =>
  usePeopleChange((id, body: { email: string; role: Role }) =>
    api<MadeInvitation>(`/workspaces/${id}/invitations`, { method: 'POST', body }),
  )

export const useRevokeInvitation = (onDone: () => void) =>
  usePeopleChange(
    (id, invitationId: string) =>
      api<Invitation>(`/workspaces/${id}/invitations/${invitationId}/revocation`, { method: 'POST' }),
    onDone,
  )

export const useChangeRole = (onDone: (role: Role) => void) =>
  usePeopleChange(
    (id, { userId, role }: { userId: string; role: Role }) =>
      api<Member>(`/workspaces/${id}/members/${userId}`, { method: 'PATCH', body: { role } }),
    ({ role }) => onDone(role),
  )

export const useRemoveMember = (onDone: () => void) =>
  usePeopleChange(
    (id, userId: string) => api<object>(`/workspaces/${id}/members/${userId}`, { method: 'DELETE' }),
    onDone,
  )
