import type { Storedesk } from '@storedesk/sdk'
import { createContext, use } from 'react'
import type { CartStore } from './cart-store.ts'
import type { Layout } from './layout.ts'
import type { SessionStore } from './session-store.ts'
import type { ShopServer } from './shop-server.ts'

export interface Shop {
  layout: Layout
  /** For the signed-in customer, if there is one: ask for it at each call. */
  api: () => Storedesk
  server: ShopServer
  cart: CartStore
  session: SessionStore
}

const ShopContext = createContext<Shop | undefined>(undefined)

export const ShopProvider = ShopContext

export function useShop(): Shop {
  const shop = use(ShopContext)
  if (!shop) throw new Error('useShop needs a ShopProvider')
  return shop
}
