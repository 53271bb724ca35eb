import { beforeAll, expect, it } from 'vitest'
import { listEventData } from '../../../test/event-log.ts'
import { openEventRunner, systemCtxAt } from '../../../test/event-runner.ts'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import { addReply } from '../tickets/messages/messages.ts'
import { createTicket } from '../tickets/tickets.ts'
import { answerSurvey, getSurvey } from './csat.ts'
import { followResolutions, sendSurveyJob } from './jobs.ts'

const RESOLVED = 'tst_00000000000000000000000004'
const OPEN = 'tst_00000000000000000000000001'
const SETTINGS = { active: true, delayMinutes: 30, subject: 'Your <opinion>', body: 'Hi,\n\nhow was it & why?' }

let shop: Shop
let runEvents: () => Promise<void>
beforeAll(async () => {
  shop = await openShop()
  runEvents = openEventRunner(shop, [followResolutions])
  const { body } = await shop.api.get('/v1/csat-settings')
  expect(body).toMatchObject({ active: false, version: 0 })
  expect((await shop.api.send('PUT', '/v1/csat-settings', SETTINGS)).body).toMatchObject({ ...SETTINGS, version: 1 })
})

async function resolvedTicket(email: string, channel: 'email' | 'api' = 'email') {
  const ctx = systemCtxAt(shop)
  const ticket = await createTicket(ctx, {
    subject: 'Where is it?',
    channel,
    requester: { name: 'Ada', email },
    message: { kind: 'customer', text: 'Hello?' },
  })
  await addReply(ctx, ticket.id, { text: 'Here' })
  await shop.api.patch(`/v1/tickets/${ticket.id}`, { statusId: RESOLVED })
  await runEvents()
  return ticket
}

const surveyOf = async (ticketId: string) =>
  (
    await shop.server.db.pool.query<{ id: string; status: string }>(
      'select id, status from csat_surveys where environment_id = $1 and ticket_id = $2',
      [shop.live.environmentId, ticketId],
    )
  ).rows[0]

async function sendSurveyOf(ticketId: string) {
  const survey = await surveyOf(ticketId)
  if (!survey) throw new Error('There is no survey')
  await sendSurveyJob.run(systemCtxAt(shop), { surveyId: survey.id })
  return survey.id
}

async function linkTo(ticketId: string): Promise<string> {
  const { rows } = await shop.server.db.pool.query<{ subject: string; text: string; html: string }>(
    `select subject, text, html from ticket_emails where environment_id = $1 and ticket_id = $2 and kind = 'csat'`,
    [shop.live.environmentId, ticketId],
  )
  expect(rows).toMatchObject([{ subject: SETTINGS.subject, html: expect.stringContaining('how was it &amp; why?') }])
  const [link = ''] = /http\S+\/rate\/\S+/.exec(rows[0]?.text ?? '') ?? []
  return shop.server.url + new URL(link).pathname
}

const rate = (link: string, form: Record<string, string>) =>
  fetch(link, { method: 'POST', body: new URLSearchParams(form) })

it('asks the customer by email, and takes one answer that can be changed for a day', async () => {
  const ticket = await resolvedTicket('ada@example.com')
  const surveyId = await sendSurveyOf(ticket.id)
  const link = await linkTo(ticket.id)
  // A mail scanner opens every link.
  const page = await (await fetch(`${link}?rating=4`)).text()
  expect(page).toMatch(/value="4" required checked/)
  expect(await getSurvey(systemCtxAt(shop), surveyId)).toMatchObject({ rating: null })

  const comment = '<script>alert(1)</script> Great'
  const answered = await rate(link, { rating: '4', comment })
  expect([answered.status, answered.headers.get('content-security-policy')]).toEqual([
    200,
    expect.stringContaining("form-action 'self'"),
  ])
  const thanks = await answered.text()
  expect(thanks).toContain('Thank you for your rating')
  expect(thanks).not.toContain('<script>')
  await rate(link, { rating: '5', comment })
  await rate(link, { rating: '9', comment: 'Too good' })
  const { body } = await shop.api.get('/v1/csat-responses')
  expect(body.data).toMatchObject([
    {
      id: surveyId,
      ticketId: ticket.id,
      ticketNumber: ticket.number,
      ticketSubject: ticket.subject,
      rating: 5,
      comment,
    },
  ])
  expect((await shop.api.get('/v1/csat-responses?rating=4')).body.data).toEqual([])
  expect(await listEventData(shop, 'ticket.rated')).toEqual([
    { ticketId: ticket.id, surveyId, rating: 5 },
    { ticketId: ticket.id, surveyId, rating: 4 },
  ])

  const tomorrow = systemCtxAt(shop, new Date(Date.now() + 25 * 3_600_000))
  await expect(answerSurvey(tomorrow, surveyId, 1, '')).rejects.toMatchObject({ code: 'conflict' })
  expect((await getSurvey(tomorrow, surveyId)).open).toBe(false)
})

it('opens a survey only with its own link', async () => {
  const [one, other] = [await resolvedTicket('b@example.com'), await resolvedTicket('c@example.com')]
  const [oneId, otherId] = [await sendSurveyOf(one.id), await sendSurveyOf(other.id)]
  const link = await linkTo(one.id)
  expect((await fetch(link)).status).toBe(200)
  for (const forged of [
    link.replace(oneId, otherId),
    link.slice(0, -1),
    `${link}A`,
    `${shop.server.url}/rate/${oneId}`,
  ]) {
    expect((await rate(forged, { rating: '1' })).status).toBe(404)
  }
})

it('asks nobody whose ticket was reopened, who has no email, or who was asked before', async () => {
  const reopened = await resolvedTicket('d@example.com')
  await shop.api.patch(`/v1/tickets/${reopened.id}`, { statusId: OPEN })
  await sendSurveyOf(reopened.id)
  expect(await surveyOf(reopened.id)).toMatchObject({ status: 'skipped' })
  const byApi = await resolvedTicket('e@example.com', 'api')
  expect(await surveyOf(byApi.id)).toBeUndefined()
  // Resolved again: asked after all, and then never again.
  for (const expected of ['sent', 'sent']) {
    await shop.api.patch(`/v1/tickets/${reopened.id}`, { statusId: RESOLVED })
    await runEvents()
    await sendSurveyOf(reopened.id)
    expect(await surveyOf(reopened.id)).toMatchObject({ status: expected })
    await shop.api.patch(`/v1/tickets/${reopened.id}`, { statusId: OPEN })
  }
})
