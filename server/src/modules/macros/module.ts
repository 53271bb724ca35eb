import type { Module } from '../module.ts'
import { macroRoutes } from './routes.ts'

export const macrosModule: Module = {
  routes: [macroRoutes],
}
