import { createClient, type Storedesk } from '@storedesk/sdk'
import { renderToString } from 'react-dom/server'
import { App } from './app.tsx'
import { renderDocument } from './document.ts'
import { loadScreen } from './load-screen.ts'
import { matchRoute } from './routes.ts'
import { createCartStore } from './shop/cart-store.ts'
import { type Layout, loadLayout } from './shop/layout.ts'
import type { Screen } from './shop/page.ts'
import { createSessionStore } from './shop/session-store.ts'
import { createShopServer } from './shop/shop-server.ts'

/** What the browser continues with. */
export interface ServerState extends Pick<Screen, 'data' | 'status'> {
  workspaceId: string
  layout: Layout
}

export interface RendererOptions {
  workspaceId: string
  /** Of the public address, for canonical URLs. */
  origin: string
  /** Vite's manifest of the browser build. */
  manifest: Record<string, { file: string; imports?: string[] }>
}

export interface RenderRequest {
  /** Path and query. */
  url: string
  /** Reaches the API as the visitor who asked for the page. */
  fetch: typeof globalThis.fetch
  /** Told why a page could not be loaded; the visitor sees a message. */
  onError: (error: unknown) => void
}

export interface RenderedPage {
  status: number
  html: string
  /** The contents of the page's style elements, which its security policy allows by their hashes. */
  styles: string[]
  isPrivate: boolean
}

/** The theme changes rarely, and every page needs it. */
const LAYOUT_MAX_AGE_MS = 10_000
/** Never resolved: `fetch` decides where requests go. */
const ORIGIN = 'http://shop.internal'

export function createRenderer({ workspaceId, origin, manifest }: RendererOptions) {
  let cached: { layout: Layout; expiresMs: number } | undefined

  async function getLayout(api: Storedesk): Promise<Layout> {
    if (cached && Date.now() < cached.expiresMs) return cached.layout
    try {
      cached = { layout: await loadLayout(api), expiresMs: Date.now() + LAYOUT_MAX_AGE_MS }
    } catch (error) {
      // A visitor who must wait still sees the shop around the message.
      if (!cached) throw error
    }
    return cached.layout
  }

  return async function render({ url, fetch, onError }: RenderRequest): Promise<RenderedPage> {
    // No retries: while we wait the visitor sees nothing. Their browser shows the wait and tries again.
    const api = createClient({ baseUrl: ORIGIN, workspaceId, fetch, maxRetries: 0 })
    const server = createShopServer(ORIGIN, fetch)
    const layout = await getLayout(api)
    const screen = await loadScreen({ api, server, layout, onError }, url)
    const shop = {
      layout,
      server,
      api: () => api,
      cart: createCartStore(() => api, Promise.resolve()),
      session: createSessionStore(server, () => {}),
    }
    const content = renderToString(<App shop={shop} screen={screen} load={async () => screen} />)
    const state: ServerState = { workspaceId, layout, data: screen.data, status: screen.status }
    const files = filesOf(manifest, url)
    return {
      status: screen.status,
      isPrivate: screen.head.isPrivate === true,
      ...renderDocument({ content, head: screen.head, theme: layout.theme, state, origin, files }),
    }
  }
}

/** The scripts of a page: the entry first, then everything to preload. */
function filesOf(manifest: RendererOptions['manifest'], url: string): string[] {
  const match = matchRoute(url.split('?', 1)[0] ?? '')
  const files = new Set<string>()
  const add = (source: string) => {
    const chunk = manifest[source]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(add)
  }
  add('src/entry-client.tsx')
  if (match) add(`src/pages/${match.route.file}.tsx`)
  return [...files]
}
