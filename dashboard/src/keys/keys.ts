import type { ListItem, ResponseBody } from '../api.ts'
import { resource, useWrite } from '../resource.ts'
import { formatRelativeTime } from '../ui/time.tsx'

export type ApiKey = ListItem<'/workspaces/{workspaceId}/keys'>
export type CreatedApiKey = ResponseBody<'/workspaces/{workspaceId}/keys', 'post'>
export type KeyScope = ApiKey['scope']

export const MAX_ACTIVE_KEYS = 5
/** Mirrors the server; active keys come first. */
export const MAX_LISTED_KEYS = 100

export const KEY_MODE_LABELS: Record<ApiKey['mode'], string> = { live: 'Live', test: 'Test' }

export const SCOPE_LABELS: Record<KeyScope, string> = { full: 'Full access', read: 'Read only', agent: 'Agent' }

export const SCOPE_DESCRIPTIONS: Record<KeyScope, string> = {
  full: 'All operations, including refunds and settings.',
  read: 'All GET requests. No changes.',
  agent: 'Agentic checkout and the public catalog, with its own rate limit.',
}

const apiKeys = resource('/workspaces/{workspaceId}/keys')

/** The server records usage every few seconds; polling faster shows nothing new. */
const POLL_MS = 5000

/** Poll only while someone waits for a use to appear: every request also extends the session. */
export const useApiKeys = (isPolling: boolean) => apiKeys.useList({}, { refetchInterval: isPolling ? POLL_MS : false })

/** The response contains the key's value: drop it from memory when the dialog closes. */
export const useCreateApiKey = () => apiKeys.useCreate({ gcTime: 0 })

export const useRevokeApiKey = (keyId: string) =>
  useWrite('post', '/workspaces/{workspaceId}/keys/{keyId}/revocation', { keyId })

export function formatLastUse(
  { lastUsedAt, lastUsedIp }: Pick<ApiKey, 'lastUsedAt' | 'lastUsedIp'>,
  now: Date,
): string {
  if (!lastUsedAt) return 'Never used.'
  const from = lastUsedIp ? ` from ${lastUsedIp}` : ''
  return `Last used ${formatRelativeTime(new Date(lastUsedAt), now)}${from}.`
}

const RECENT_USE_MS = 24 * 3_600_000

/** Used within the last day: something probably still depends on it. */
export const isRecentlyUsed = ({ lastUsedAt }: Pick<ApiKey, 'lastUsedAt'>, now: Date) =>
  lastUsedAt !== null && now.getTime() - new Date(lastUsedAt).getTime() < RECENT_USE_MS
