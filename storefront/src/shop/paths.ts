/** Where the shop is served. Everything below builds on it, so that a copy can move to the root of a domain. */
export const BASE = '/shop'

const at = (...segments: string[]): string => `${BASE}/${segments.map(encodeURIComponent).join('/')}`

export const paths = {
  home: () => `${BASE}/`,
  collections: () => at('collections'),
  collection: (handle: string) => at('collections', handle),
  product: (handle: string, variantId?: string | null) =>
    at('products', handle) + (variantId ? `?variant=${variantId}` : ''),
  search: (q = '') => at('search') + (q ? `?q=${encodeURIComponent(q)}` : ''),
  cart: () => at('cart'),
  checkout: () => at('checkout'),
  /** Where the buyer returns to from their bank, and sees the confirmation. */
  confirmation: (checkoutOrCartId: string) => at('checkout', checkoutOrCartId),
  order: (orderId: string, token: string) => at('orders', orderId, token),
  account: () => at('account'),
  policy: (kind: string) => at('policies', kind),
  help: () => at('help'),
  article: (handle: string) => at('help', handle),
  contact: () => at('contact'),
}

interface ThemeLink {
  url?: string | undefined
  collection?: string | undefined
  product?: string | undefined
}

/** A link of the theme's navigation: paths are relative to the shop. Undefined for a heading without a link. */
export function themeHref({ url, collection, product }: ThemeLink): string | undefined {
  if (collection) return paths.collection(collection)
  if (product) return paths.product(product)
  return url?.startsWith('/') ? BASE + url : url
}
