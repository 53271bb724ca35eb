import type { Module } from '../module.ts'
import { articleRoutes } from './routes.ts'

export const articlesModule: Module = {
  routes: [articleRoutes],
}
