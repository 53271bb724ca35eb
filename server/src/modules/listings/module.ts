import type { Module } from '../module.ts'
import { countAllSales } from './best-sellers.ts'
import { publicCollectionRoutes } from './collection-routes.ts'
import { rebuildListingsJob } from './listings.ts'
import { repairAllCurrencies } from './repair-currencies.ts'
import { publicProductRoutes } from './routes.ts'

export const listingsModule: Module = {
  routes: [publicProductRoutes, publicCollectionRoutes],
  jobs: [rebuildListingsJob],
  schedules: [countAllSales, repairAllCurrencies],
}
