import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'

/** What a member may do, from most to least. */
export const ROLES = ['owner', 'admin', 'agent', 'viewer'] as const
export type Role = (typeof ROLES)[number]

export type Mode = 'live' | 'test'

export interface OwnWorkspace {
  id: string
  name: string
  role: Role
  environments: Record<Mode, string>
}

export interface Me {
  user: { id: string; name: string; email: string; twoFactorEnabled: boolean }
  workspaces: OwnWorkspace[]
}

export const ME = ['me']

export const useMe = () => useQuery({ queryKey: ME, queryFn: ({ signal }) => api<Me>('/me', { signal }) })

/** The server decides; this only spares people buttons that would be refused. */
export const manages = (role: Role) => role === 'owner' || role === 'admin'
