import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { ApiError, api } from '../api.ts'

/** What a member may do, from most to least. */
export const ROLES = ['owner', 'admin', 'agent', 'viewer'] as const
export type Role = (typeof ROLES)[number]

export type Mode = 'live' | 'test'

export interface Workspace {
  id: string
  name: string
  role: Role
  environments: Record<Mode, string>
}

export interface Me {
  user: { id: string; name: string; email: string; emailVerified: boolean; twoFactorEnabled: boolean }
  workspaces: Workspace[]
  /** The operator's setting, the role and a verified address decide. */
  canCreateWorkspaces: boolean
}

export const ME_KEY = ['me']

const meQuery = queryOptions({ queryKey: ME_KEY, queryFn: ({ signal }) => api<Me>('/me', { signal }) })

export const useMe = () => useQuery(meQuery)

/** For pages that may be seen signed out: a 401 is an answer there. */
export const useMeIfSignedIn = () => useQuery({ ...meQuery, meta: { handlesUnauthorized: true } })

/** Asked before a page behind the sign-in is loaded. When nobody answers, the page itself says so. */
export async function isSignedOut(queryClient: QueryClient): Promise<boolean> {
  if (queryClient.getQueryData(ME_KEY)) return false
  await queryClient.prefetchQuery({ ...meQuery, meta: { handlesUnauthorized: true } })
  const error = queryClient.getQueryState(ME_KEY)?.error
  return error instanceof ApiError && error.status === 401
}

/** The server decides; this only spares people buttons that would be refused. */
export const canManage = (role: Role) => role === 'owner' || role === 'admin'
