import type { Module } from '../module.ts'
import { removeUnusedFiles } from './jobs.ts'
import { fileRoutes } from './routes.ts'

export const filesModule: Module = {
  routes: [fileRoutes],
  schedules: [removeUnusedFiles],
}
