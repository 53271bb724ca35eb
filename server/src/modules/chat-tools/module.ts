import type { Module } from '../module.ts'
import { pruneToolCalls, pruneVerificationCodes } from './jobs.ts'

export const chatToolsModule: Module = { schedules: [pruneToolCalls, pruneVerificationCodes] }
