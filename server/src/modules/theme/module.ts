import type { Module } from '../module.ts'
import { themeRoutes } from './routes.ts'

export const themeModule: Module = {
  routes: [themeRoutes],
}
