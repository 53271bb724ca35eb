import type { Page } from './shop/page.ts'
import { BASE } from './shop/paths.ts'

interface Route {
  /** `:name` stands for one segment. */
  path: string
  /** File in `pages/`, for the server to preload. */
  file: string
  import: () => Promise<{ page: Page }>
}

/** Every page is a file of its own, loaded when somebody opens it. */
export const routes: Route[] = [
  { path: '/', file: 'home-page', import: () => import('./pages/home-page.tsx') },
  { path: '/collections', file: 'collections-page', import: () => import('./pages/collections-page.tsx') },
  { path: '/collections/:handle', file: 'collection-page', import: () => import('./pages/collection-page.tsx') },
  { path: '/products/:handle', file: 'product-page', import: () => import('./pages/product-page.tsx') },
  { path: '/search', file: 'search-page', import: () => import('./pages/search-page.tsx') },
  { path: '/cart', file: 'cart-page', import: () => import('./pages/cart-page.tsx') },
  { path: '/checkout', file: 'checkout-page', import: () => import('./pages/checkout-page.tsx') },
  { path: '/checkout/:id', file: 'confirmation-page', import: () => import('./pages/confirmation-page.tsx') },
  { path: '/orders/:orderId/:token', file: 'order-page', import: () => import('./pages/order-page.tsx') },
  { path: '/account', file: 'account-page', import: () => import('./pages/account-page.tsx') },
  { path: '/policies/:kind', file: 'policy-page', import: () => import('./pages/policy-page.tsx') },
  { path: '/help', file: 'help-page', import: () => import('./pages/help-page.tsx') },
  { path: '/help/:handle', file: 'article-page', import: () => import('./pages/article-page.tsx') },
  { path: '/contact', file: 'contact-page', import: () => import('./pages/contact-page.tsx') },
  { path: '/payment-return', file: 'payment-return-page', import: () => import('./pages/payment-return-page.tsx') },
]

export interface Match {
  route: Route
  params: Record<string, string>
}

export function matchRoute(pathname: string): Match | undefined {
  const segments = segmentsOf(pathname.slice(BASE.length))
  for (const route of routes) {
    const params = matchSegments(segmentsOf(route.path), segments)
    if (params) return { route, params }
  }
  return undefined
}

const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean)

function matchSegments(pattern: string[], segments: string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of pattern.entries()) {
    const segment = decode(segments[index] ?? '')
    if (part.startsWith(':')) params[part.slice(1)] = segment
    else if (part !== segment) return undefined
  }
  return params
}

/** Anyone may write the address. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
