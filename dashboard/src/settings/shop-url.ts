import { useWorkspace } from '../session.ts'
import { useWorkspaceSettings } from './workspace-settings.ts'

/** Where buyers see this workspace; undefined if it has no shop, so that the link never leads to another one. */
export function useShopUrl(): string | undefined {
  const { mode } = useWorkspace()
  const pattern = useWorkspaceSettings().data?.storefrontUrl
  if (!pattern) return undefined
  // A path: the demo shop that this server includes, which sells what is live.
  if (pattern.startsWith('/')) return mode === 'live' ? '/shop/' : undefined
  return toHomeUrl(pattern)
}

/** The page on which buyers see a product; undefined while they can't. */
export function useProductUrl(product?: { id: string; handle: string; status: string }): string | undefined {
  const { mode } = useWorkspace()
  const pattern = useWorkspaceSettings().data?.storefrontUrl
  if (!product || !pattern || product.status !== 'active') return undefined
  if (pattern.startsWith('/') && mode !== 'live') return undefined
  return pattern.replaceAll('{handle}', encodeURIComponent(product.handle)).replaceAll('{id}', product.id)
}

/**
 * The home page of a shop, from the address of its product pages: what comes before `products/{handle}`. Not just the
 * host, at which another site may be: `https://example.com/shop/products/{handle}` is `https://example.com/shop/`.
 */
export function toHomeUrl(pattern: string): string | undefined {
  const [start = ''] = pattern.split(/[{?#]/, 1)
  const folder = start.endsWith('/') ? '..' : '.'
  return URL.parse(folder, start)?.href
}
