import type { Module } from '../module.ts'
import { policyRoutes } from './routes.ts'

export const policiesModule: Module = {
  routes: [policyRoutes],
}
