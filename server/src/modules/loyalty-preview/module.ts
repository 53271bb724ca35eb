import type { Module } from '../module.ts'
import { loyaltyPreviewRoutes } from './routes.ts'

/** A module of its own because carts use loyalty, so loyalty can't use carts. */
export const loyaltyPreviewModule: Module = {
  routes: [loyaltyPreviewRoutes],
}
