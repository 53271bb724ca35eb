import type { Module } from '../module.ts'
import { eraseJob, eraseOnRequest } from './erasures/erasures.ts'
import { pruneMerges } from './merges/merges.ts'
import { customerDataRoutes } from './routes.ts'

export const customerDataModule: Module = {
  routes: [customerDataRoutes],
  jobs: [eraseJob],
  subscribers: [eraseOnRequest],
  schedules: [pruneMerges],
}
