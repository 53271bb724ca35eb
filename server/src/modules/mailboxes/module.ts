import type { Module } from '../module.ts'
import { mailboxRoutes } from './routes.ts'

export const mailboxesModule: Module = {
  routes: [mailboxRoutes],
}
