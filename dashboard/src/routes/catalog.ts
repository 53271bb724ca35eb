import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { shellPath } from './shell.tsx'

/** The product to duplicate. */
const parseCopySearch = ({ copy }: Record<string, unknown>): { copy?: string } =>
  typeof copy === 'string' ? { copy } : {}

const products = createRoute({
  ...shellPath('/catalog/products'),
  component: lazy(() => import('../products/products-page.tsx'), 'ProductsPage'),
})
const newProduct = createRoute({
  ...shellPath('/catalog/products/new'),
  validateSearch: parseCopySearch,
  component: lazy(() => import('../product-editor/product-page.tsx'), 'NewProductPage'),
})
const product = createRoute({
  ...shellPath('/catalog/products/$id'),
  component: lazy(() => import('../product-editor/product-page.tsx'), 'ProductPage'),
})
const collections = createRoute({
  ...shellPath('/catalog/collections'),
  component: lazy(() => import('../collections/collections-page.tsx'), 'CollectionsPage'),
})
const newCollection = createRoute({
  ...shellPath('/catalog/collections/new'),
  component: lazy(() => import('../collections/new-collection-page.tsx'), 'NewCollectionPage'),
})
const collection = createRoute({
  ...shellPath('/catalog/collections/$id'),
  component: lazy(() => import('../collections/collection-page.tsx'), 'CollectionPage'),
})
const inventory = createRoute({
  ...shellPath('/catalog/inventory'),
  component: lazy(() => import('../inventory/inventory-page.tsx'), 'InventoryPage'),
})
const media = createRoute({
  ...shellPath('/catalog/media'),
  component: lazy(() => import('../media/media-page.tsx'), 'MediaPage'),
})
const reviews = createRoute({
  ...shellPath('/catalog/reviews'),
  component: lazy(() => import('../reviews/reviews-page.tsx'), 'ReviewsPage'),
})
const movements = createRoute({
  ...shellPath('/catalog/inventory/$variantId'),
  component: lazy(() => import('../inventory/movements-page.tsx'), 'MovementsPage'),
})

export const catalogRoutes = [
  products,
  newProduct,
  product,
  collections,
  media,
  newCollection,
  collection,
  inventory,
  movements,
  reviews,
] as const
