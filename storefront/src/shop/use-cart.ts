import type { Cart } from '@storedesk/sdk'
import { NO_CART } from './cart-store.ts'
import { useShop } from './shop-context.tsx'
import { useStore } from './store.ts'

export function useCart() {
  const { cart } = useShop()
  return { ...useStore(cart, NO_CART), store: cart }
}

export const countItems = (cart: Cart | undefined): number =>
  cart?.items.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0
