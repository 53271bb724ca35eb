import type { Module } from '../module.ts'
import { followResolutions, sendSurveyJob } from './jobs.ts'
import { csatRoutes } from './routes.ts'

export const csatModule: Module = {
  routes: [csatRoutes],
  jobs: [sendSurveyJob],
  subscribers: [followResolutions],
}
