import type { Module } from '../module.ts'
import { feedRoutes } from './routes.ts'

export const feedsModule: Module = {
  routes: [feedRoutes],
}
