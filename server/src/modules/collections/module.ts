import type { Module } from '../module.ts'
import { collectionProductRoutes } from './collection-product-routes.ts'
import { updateProductsJob } from './memberships/rule-changes.ts'
import { collectionRoutes } from './routes.ts'

export const collectionsModule: Module = {
  routes: [collectionRoutes, collectionProductRoutes],
  jobs: [updateProductsJob],
}
