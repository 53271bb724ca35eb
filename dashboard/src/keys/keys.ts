import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import type { Mode } from '../session/me.ts'
import { useWorkspace } from '../session/workspace.ts'

export const MAX_ACTIVE_KEYS = 5
/** Uses are written down every few seconds; asking more often would show nothing new. */
const POLL_MS = 5000

export type KeyScope = 'full' | 'read' | 'agent'

export interface ApiKey {
  id: string
  label: string
  mode: Mode
  scope: KeyScope
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

interface NewApiKey {
  label: string
  mode: Mode
  scope: KeyScope
}

export interface CreatedApiKey {
  key: ApiKey
  value: string
}

export const MODE_LABELS: Record<Mode, string> = { live: 'Live', test: 'Test' }

export const SCOPE_LABELS: Record<KeyScope, string> = { full: 'Full access', read: 'Read only', agent: 'Agent' }

export const SCOPE_DESCRIPTIONS: Record<KeyScope, string> = {
  full: 'Every operation, including refunds and settings.',
  read: 'Every GET request. Cannot change anything.',
  agent: 'Agentic checkout and the public catalog, with a rate limit of its own.',
}

const apiKeysKey = (workspaceId: string) => ['keys', workspaceId]

/** `isWatched`: somebody waits for a use to show. Not always, since every question also prolongs the session. */
export function useApiKeys(isPolling: boolean) {
  const { id } = useWorkspace().workspace
  return useQuery({
    queryKey: apiKeysKey(id),
    queryFn: async ({ signal }) => (await api<{ data: ApiKey[] }>(`/workspaces/${id}/keys`, { signal })).data,
    refetchInterval: isPolling ? POLL_MS : false,
  })
}

export function useCreateApiKey() {
  const { id } = useWorkspace().workspace
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewApiKey) => api<CreatedApiKey>(`/workspaces/${id}/keys`, { method: 'POST', body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: apiKeysKey(id) }),
    // The answer holds the value: it is gone with the dialog.
    gcTime: 0,
  })
}

export function useRevokeApiKey() {
  const { id } = useWorkspace().workspace
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (keyId: string) => api<ApiKey>(`/workspaces/${id}/keys/${keyId}/revocation`, { method: 'POST' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: apiKeysKey(id) }),
  })
}
