import { useWorkspace } from '../session.ts'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'

/** Where buyers see this workspace; undefined if it has no shop, so that the link never leads to another one. */
export function useShopUrl(): string | undefined {
  const { mode } = useWorkspace()
  const pattern = useWorkspaceSettings().data?.storefrontUrl
  if (!pattern) return undefined
  // A path: the demo shop that this server includes, which sells what is live.
  if (pattern.startsWith('/')) return mode === 'live' ? '/shop/' : undefined
  return URL.parse(pattern.replaceAll(/[{}]/g, ''))?.origin
}
