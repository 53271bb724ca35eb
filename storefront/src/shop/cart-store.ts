import { type Cart, isStoredeskError, type OperationBody, type OperationResponse, type Storedesk } from '@storedesk/sdk'
import { createStore } from './store.ts'
import { errorText } from './text.ts'

/** Until the buyer enters an address, shipping is estimated for this country. */
export const DEFAULT_COUNTRY = 'DE'
const STORAGE_KEY = 'storedesk-cart'

export interface CartState {
  cart: Cart | undefined
  /** False until the first response: an empty cart is not yet known to be empty. */
  isLoaded: boolean
  isSaving: boolean
  isDrawerOpen: boolean
  error: string | undefined
  /** The cart that we know is an order already, so it can't be changed. */
  isCompleted: boolean
  /** The ways to ship it, with their prices, or why there are none. */
  rates: Pick<OperationResponse<'shipping.rates.list'>, 'data' | 'message' | 'freeShipping'> | undefined
}

export const NO_CART: CartState = {
  cart: undefined,
  isLoaded: false,
  isSaving: false,
  isDrawerOpen: false,
  error: undefined,
  isCompleted: false,
  rates: undefined,
}

type CartId = Cart['id']
type Change = (api: Storedesk, id: CartId) => Promise<Cart>

/**
 * The visitor's cart. Its ID is its only credential, and stays in this browser. A customer's cart opens only with their
 * token, so everything waits until it is known who is signed in.
 */
export function createCartStore(api: () => Storedesk, sessionLoaded: Promise<void>) {
  const store = createStore<CartState>(NO_CART)
  let queue: Promise<unknown> = sessionLoaded

  /** One request after another, so that the last response is the latest cart. */
  function enqueue(work: () => Promise<Cart | undefined>): Promise<Cart | undefined> {
    const result = queue.then(async () => {
      store.set({ isSaving: true, error: undefined, isCompleted: false })
      try {
        const cart = await work()
        show(cart)
        return cart
      } catch (error) {
        store.set({ error: errorText(error), isCompleted: isStoredeskError(error, 'cart_completed') })
        return undefined
      } finally {
        store.set({ isSaving: false, isLoaded: true })
      }
    })
    queue = result
    return result
  }

  function show(cart: Cart | undefined): void {
    const open = cart?.status === 'open' ? cart : undefined
    if (open) localStorage.setItem(STORAGE_KEY, open.id)
    else localStorage.removeItem(STORAGE_KEY)
    store.set({ cart: open })
    void loadRates(open)
  }

  async function loadRates(cart: Cart | undefined): Promise<void> {
    if (!cart?.shipping.required || cart.items.length === 0) return store.set({ rates: undefined })
    const rates = await api()
      .shipping.rates.list({ cartId: cart.id })
      .catch((error: unknown) => ({ data: [], message: errorText(error), freeShipping: null }))
    if (store.get().cart?.version === cart.version) store.set({ rates })
  }

  async function fetchStored(): Promise<Cart | undefined> {
    const id = localStorage.getItem(STORAGE_KEY) as CartId | null
    if (id === null) return undefined
    return api()
      .carts.get(id)
      .catch((error: unknown) => {
        if (isStoredeskError(error) && [400, 404].includes(error.status)) return undefined
        throw error
      })
  }

  /** Loads the cart again if that failed before: a second one would replace it. */
  async function findOpen(): Promise<Cart | undefined> {
    const cart = store.get().cart ?? (await fetchStored())
    return cart?.status === 'open' ? cart : undefined
  }

  const change = (work: Change) =>
    enqueue(async () => {
      const cart = await findOpen()
      return cart && work(api(), cart.id)
    })

  return {
    ...store,
    /** Also after signing in: the cart becomes the customer's. A cart that is gone or bought is forgotten. */
    load: () => enqueue(fetchStored),
    add: async (variantId: string, quantity: number) => {
      const item = { variantId, quantity }
      const added = await enqueue(async () => {
        const cart = await findOpen()
        return cart
          ? api().carts.items.add(cart.id, item)
          : api().carts.create({ country: DEFAULT_COUNTRY, items: [item] })
      })
      if (added) store.set({ isDrawerOpen: true })
      return added
    },
    setQuantity: (itemId: string, quantity: number) =>
      change((api, id) =>
        quantity > 0 ? api.carts.items.set(id, itemId, { quantity }) : api.carts.items.remove(id, itemId),
      ),
    /** Discount codes and gift cards alike. */
    addCode: (code: string) => change((api, id) => api.carts.promotions.add(id, { code })),
    removeCode: (code: string) => change((api, id) => api.carts.promotions.remove(id, { code })),
    removeGiftCard: (giftCardId: string) => change((api, id) => api.carts.promotions.remove(id, { giftCardId })),
    update: (changes: OperationBody<'carts.update'>) => change((api, id) => api.carts.update(id, changes)),
    forget: () => show(undefined),
    openDrawer: () => store.set({ isDrawerOpen: true }),
    closeDrawer: () => store.set({ isDrawerOpen: false }),
  }
}
export type CartStore = ReturnType<typeof createCartStore>
