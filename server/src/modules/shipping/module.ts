import type { Module } from '../module.ts'
import { carrierRoutes } from './carriers/routes.ts'
import { profileRoutes } from './profile-routes.ts'
import { rateRoutes } from './rate-routes.ts'
import { zoneRoutes } from './zone-routes.ts'

export const shippingModule: Module = {
  routes: [zoneRoutes, profileRoutes, rateRoutes, carrierRoutes],
}
