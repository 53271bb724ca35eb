import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDesk } from '../access/desk.ts'
import type { Mode } from '../access/me.ts'
import { api } from '../api.ts'

export const MAX_ACTIVE_KEYS = 5
/** Uses are written down every few seconds; asking more often would show nothing new. */
const REFRESH_MS = 5000

export type Scope = 'full' | 'read' | 'agent'

export interface Key {
  id: string
  label: string
  mode: Mode
  scope: Scope
  /** Its prefix and last four characters. */
  hint: string
  state: 'active' | 'revoked'
  createdAt: string
  createdBy: string | null
  revokedAt: string | null
  lastUsedAt: string | null
  lastUsedIp: string | null
  seenInBrowserAt: string | null
  seenInBrowserOrigin: string | null
}

interface NewKey {
  label: string
  mode: Mode
  scope: Scope
}

export interface CreatedKey {
  key: Key
  value: string
}

export const MODE_WORDS: Record<Mode, string> = { live: 'Live', test: 'Test' }

export const SCOPE_LABELS: Record<Scope, string> = { full: 'Full access', read: 'Read only', agent: 'Agent' }

export const SCOPE_DESCRIPTIONS: Record<Scope, string> = {
  full: 'Every operation, including refunds and settings.',
  read: 'Every GET request. Cannot change anything.',
  agent: 'Agentic checkout and the public catalog, with a rate limit of its own.',
}

const keysOf = (workspaceId: string) => ['keys', workspaceId]

/** `isWatched`: somebody waits for a use to show. Not always, since every question also prolongs the session. */
export function useKeys(isWatched: boolean) {
  const { id } = useDesk().workspace
  return useQuery({
    queryKey: keysOf(id),
    queryFn: async ({ signal }) => (await api<{ data: Key[] }>(`/workspaces/${id}/keys`, { signal })).data,
    refetchInterval: isWatched ? REFRESH_MS : false,
  })
}

export function useCreateKey() {
  const { id } = useDesk().workspace
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewKey) => api<CreatedKey>(`/workspaces/${id}/keys`, { method: 'POST', body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keysOf(id) }),
    // The answer holds the value: it is gone with the dialog.
    gcTime: 0,
  })
}

export function useRevokeKey() {
  const { id } = useDesk().workspace
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (keyId: string) => api<Key>(`/workspaces/${id}/keys/${keyId}/revocation`, { method: 'POST' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keysOf(id) }),
  })
}
