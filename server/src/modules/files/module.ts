import type { Module } from '../module.ts'
import { removeUnusedFiles } from './jobs.ts'
import { fileRoutes, libraryRoutes } from './routes.ts'

export const filesModule: Module = {
  routes: [fileRoutes, libraryRoutes],
  schedules: [removeUnusedFiles],
}
