import type { Module } from '../module.ts'
import { ledgerRoutes } from './routes.ts'

export const ledgerModule: Module = {
  routes: [ledgerRoutes],
}
