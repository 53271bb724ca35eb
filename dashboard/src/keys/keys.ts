import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import type { Mode } from '../session/me.ts'
import { useWorkspace } from '../session/workspace.ts'

export const MAX_ACTIVE_KEYS = 5
/** The server records usage every few seconds; polling faster shows nothing new. */
const POLL_MS = 5000

export type KeyScope = 'full' | 'read' | 'agent'

export interface ApiKey {
  id: string
  label: string
  mode: Mode
  scope: KeyScope
  /** Prefix and last four characters. */
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
  full: 'All operations, including refunds and settings.',
  read: 'All GET requests. No changes.',
  agent: 'Agentic checkout and the public catalog, with its own rate limit.',
}

const apiKeysKey = (workspaceId: string) => ['keys', workspaceId]

/** Poll only while someone waits for a use to appear: every request also extends the session. */
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
    // The response contains the key's value: drop it from memory when the dialog closes.
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
