import type { Module } from '../module.ts'
import { salesReportRoutes } from './routes.ts'

export const salesReportsModule: Module = { routes: [salesReportRoutes] }
