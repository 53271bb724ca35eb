import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { ApiError, api, type ResponseBody } from './api.ts'

export type Me = ResponseBody<'/me'>
export type Workspace = Me['workspaces'][number]
export type Role = Workspace['role']
export type Mode = keyof Workspace['environments']

/** Ordered from most to least permissions. */
export const ROLES = ['owner', 'admin', 'agent', 'viewer'] as const satisfies Role[]

export const ROLE_LABELS: Record<Role, string> = { owner: 'Owner', admin: 'Admin', agent: 'Agent', viewer: 'Viewer' }

export const ENVIRONMENT_LABELS: Record<Mode, string> = { live: 'Live', test: 'Sandbox' }

export const ME_KEY = ['me']

const meQuery = queryOptions({ queryKey: ME_KEY, queryFn: ({ signal }) => api.get('/me', { signal }) })

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

/** The current user, workspace and environment. */
export interface WorkspaceContextValue {
  me: Me
  workspace: Workspace
  mode: Mode
  environmentId: string
}

export const WorkspaceContext = createContext<WorkspaceContextValue | undefined>(undefined)

export function useWorkspace(): WorkspaceContextValue {
  const value = use(WorkspaceContext)
  if (!value) throw new Error('useWorkspace must be used inside the shell.')
  return value
}
