import type { Module } from '../module.ts'
import { homeRoutes } from './routes.ts'

export const homeModule: Module = { routes: [homeRoutes] }
