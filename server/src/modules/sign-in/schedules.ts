import type { Schedule } from '../../jobs/job.ts'
import { forgetOldGuesses } from './guesses.ts'
import { dropExpired } from './queries.ts'

export const forgetExpiredSessions: Schedule = {
  name: 'sign-in.forget',
  cron: '37 * * * *',
  run: async (ctx) => {
    await dropExpired(ctx)
    await forgetOldGuesses(ctx)
  },
}
