import { Type } from 'typebox'
import { defineSubscriber } from '../../events/subscriber.ts'
import { defineJob } from '../../jobs/job.ts'
import { SEND_SURVEY_JOB, scheduleSurvey, sendSurvey } from './csat.ts'

export const followResolutions = defineSubscriber({
  name: 'csat.follow-resolutions',
  on: ['ticket.updated'],
  run: async (ctx, { data: { ticketId, changes } }) => {
    if (changes.includes('status')) await scheduleSurvey(ctx, ticketId)
  },
})

export const sendSurveyJob = defineJob({
  ...SEND_SURVEY_JOB,
  payload: Type.Object({ surveyId: Type.String() }),
  run: (ctx, { surveyId }) => sendSurvey(ctx, surveyId),
})
