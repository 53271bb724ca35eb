import type { Module } from '../module.ts'
import { customerRoutes } from './routes.ts'

export const customersModule: Module = {
  routes: [customerRoutes],
}
