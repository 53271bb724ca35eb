import { isStoredeskError, type Storedesk } from '@storedesk/sdk'
import { failedPage, notFoundPage } from './pages/error-pages.tsx'
import { matchRoute } from './routes.ts'
import type { Layout } from './shop/layout.ts'
import type { Page, Screen } from './shop/page.ts'
import type { ShopServer } from './shop/shop-server.ts'

interface Context {
  api: Storedesk
  server: ShopServer
  layout: Layout
  /** Told of errors that a visitor can't cause. */
  onError: (error: unknown) => void
}

/** `loaded` is what the server already loaded for this address. */
export async function loadScreen(
  { api, server, layout, onError }: Context,
  url: string,
  loaded?: Pick<Screen, 'data' | 'status'>,
): Promise<Screen> {
  const toScreen = (page: Page, data: unknown, status: number): Screen => ({
    url,
    status,
    page,
    data,
    head: page.head(data, layout),
  })
  const { pathname, searchParams: query } = new URL(url, 'http://shop.invalid')
  const match = matchRoute(pathname)
  if (!match || loaded?.status === 404) return toScreen(notFoundPage, undefined, 404)
  if (loaded && loaded.status !== 200) return toScreen(failedPage, loaded.data, loaded.status)
  try {
    const { page } = await match.route.import()
    const data = loaded ? loaded.data : await page.load?.({ api, server, params: match.params, query })
    return toScreen(page, data, 200)
  } catch (error) {
    // An address with an impossible ID or filter leads nowhere, just like one that does not exist.
    if (isStoredeskError(error) && [400, 404].includes(error.status)) return toScreen(notFoundPage, undefined, 404)
    if (!isStoredeskError(error) || error.status >= 500) onError(error)
    const retryAfter = isStoredeskError(error) ? (error.retryAfter ?? null) : null
    return toScreen(failedPage, { retryAfter }, retryAfter === null ? 503 : 429)
  }
}
