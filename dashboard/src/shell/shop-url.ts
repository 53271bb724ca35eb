import { useWorkspaceSettings } from '../settings/workspace-settings.ts'

/** The shop's own storefront, if it has one; otherwise the one that this server includes. */
export function useShopUrl(): string {
  const pattern = useWorkspaceSettings().data?.storefrontUrl
  return pattern ? (URL.parse(pattern.replaceAll(/[{}]/g, ''))?.origin ?? '/shop/') : '/shop/'
}
