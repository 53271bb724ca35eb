import { createClient } from '@storedesk/sdk'
import { hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import type { ServerState } from './entry-server.tsx'
import { loadScreen } from './load-screen.ts'
import { watchedFetch } from './shop/busy.ts'
import { createCartStore } from './shop/cart-store.ts'
import { createSessionStore } from './shop/session-store.ts'
import type { Shop } from './shop/shop-context.tsx'
import { createShopServer } from './shop/shop-server.ts'

/** Storefront mode: the workspace ID is public, and there is no key in the browser. */
const connect = (workspaceId: string, customerToken?: string) =>
  createClient({ baseUrl: location.origin, workspaceId, customerToken, fetch: watchedFetch })

async function start(): Promise<void> {
  const { workspaceId, layout, data, status }: ServerState = JSON.parse(
    document.getElementById('state')?.textContent ?? '',
  )
  let client = connect(workspaceId)
  const api = () => client
  const server = createShopServer(location.origin, watchedFetch)
  const session = createSessionStore(server, (token) => {
    client = connect(workspaceId, token)
  })
  const cart = createCartStore(api, session.load())
  const shop: Shop = { layout, api, server, cart, session }
  const load = (url: string, loaded?: { data: unknown; status: number }) =>
    loadScreen({ api: client, server, layout, onError: console.error }, url, loaded)
  const screen = await load(location.pathname + location.search, { data, status })
  hydrateRoot(document.getElementById('root') as HTMLElement, <App shop={shop} screen={screen} load={load} />)
  await cart.load()
}

void start()
