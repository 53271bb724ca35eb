import type { Module } from '../module.ts'
import { emailVerificationJob } from './accounts/accounts.ts'
import { pruneSessions } from './jobs.ts'
import { lockoutJob } from './lockout.ts'
import { passwordResetJob } from './passwords.ts'

export const signInModule: Module = {
  schedules: [pruneSessions],
  systemJobs: (mail, publicUrl) => [
    passwordResetJob(mail, publicUrl),
    emailVerificationJob(mail, publicUrl),
    lockoutJob,
  ],
}
