import type { Module } from '../module.ts'
import { deleteRequestCounts } from './queries.ts'
import { limitRoutes } from './routes.ts'

export const limitsModule: Module = {
  routes: [limitRoutes],
  retention: [{ name: 'request_counts', keep: 'requestCounts', prune: deleteRequestCounts }],
}
