import type { Module } from '../module.ts'
import { engineRoutes } from './engine-routes.ts'
import { regionRoutes } from './region-routes.ts'
import { taxRoutes } from './routes.ts'

export const taxesModule: Module = {
  routes: [taxRoutes, regionRoutes, engineRoutes],
}
