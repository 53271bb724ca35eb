import type { Module } from '../module.ts'
import { globalSearchRoutes } from './routes.ts'

export const globalSearchModule: Module = { routes: [globalSearchRoutes] }
