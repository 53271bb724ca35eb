import type { Module } from '../module.ts'
import { workspaceRoutes } from './routes.ts'

export const workspacesModule: Module = {
  routes: [workspaceRoutes],
}
