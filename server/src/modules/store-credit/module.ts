import type { Module } from '../module.ts'
import { storeCreditRoutes } from './routes.ts'

export const storeCreditModule: Module = {
  routes: [storeCreditRoutes],
}
