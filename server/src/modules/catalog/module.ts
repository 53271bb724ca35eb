import type { Module } from '../module.ts'
import { bulkRoutes } from './bulk-routes.ts'
import { importJob, importRetention } from './csv/imports.ts'
import { importRoutes } from './csv/routes.ts'
import { catalogRoutes } from './routes.ts'
import { variantRoutes } from './variant-routes.ts'

export const catalogModule: Module = {
  routes: [catalogRoutes, variantRoutes, bulkRoutes, importRoutes],
  jobs: [importJob],
  retention: [importRetention],
}
