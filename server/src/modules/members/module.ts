import type { Module } from '../module.ts'
import { invitationJob } from './jobs.ts'

export const membersModule: Module = {
  systemJobs: (mail, publicUrl) => [invitationJob(mail, publicUrl)],
}
