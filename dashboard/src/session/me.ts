import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { ApiError, api } from '../api.ts'

/** Ordered from most to least permissions. */
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
  /** Depends on the operator's setting, the role and a verified email address. */
  canCreateWorkspaces: boolean
}

export const ME_KEY = ['me']

const meQuery = queryOptions({ queryKey: ME_KEY, queryFn: ({ signal }) => api<Me>('/me', { signal }) })

export const useMe = () => useQuery(meQuery)

/** For pages that work signed out: there a 401 is an expected response. */
export const useMeIfSignedIn = () => useQuery({ ...meQuery, meta: { handlesUnauthorized: true } })

/** Checked before a page behind sign-in loads. If the server is unreachable, the page itself says so. */
export async function isSignedOut(queryClient: QueryClient): Promise<boolean> {
  if (queryClient.getQueryData(ME_KEY)) return false
  await queryClient.prefetchQuery({ ...meQuery, meta: { handlesUnauthorized: true } })
  const error = queryClient.getQueryState(ME_KEY)?.error
  return error instanceof ApiError && error.status === 401
}

/** The server enforces permissions; this only hides buttons that would be rejected. */
export const canManage = (role: Role) => role === 'owner' || role === 'admin'
