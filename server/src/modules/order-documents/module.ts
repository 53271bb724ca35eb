import type { Module } from '../module.ts'
import { orderDocumentRoutes } from './routes.ts'

export const orderDocumentsModule: Module = { routes: orderDocumentRoutes }
