import { type Ctx, transaction } from '../../ctx.ts'
import { lockEnvironment } from '../../db/lock-environment.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import { emit } from '../../events/emit.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { enqueueByName } from '../../jobs/job.ts'
import { AppError, invalidRequest, notFound } from '../../kit/errors.ts'
import { escapeHtml } from '../../kit/escape-html.ts'
import { newId } from '../../kit/ids.ts'
import { signUrlToken, verifyUrlToken } from '../../kit/url-token.ts'
import { sendTicketEmail } from '../ticket-emails/ticket-emails.ts'
import type { Ticket } from '../tickets/schemas.ts'
import { getTicket, recordTicketEvent } from '../tickets/tickets.ts'
import * as queries from './queries.ts'
import {
  type CsatResponse,
  type CsatResponsesQuery,
  type CsatSettings,
  type CsatSettingsInput,
  MAX_COMMENT_LENGTH,
} from './schemas.ts'

/** Until the shop turns it on, nobody is asked. */
const DEFAULT_SETTINGS: CsatSettings = {
  active: false,
  delayMinutes: 60,
  subject: 'How did we do?',
  body: 'Hi,\n\nwe recently answered your request. How satisfied are you with our help?',
  version: 0,
  updatedAt: null,
}

export const SEND_SURVEY_JOB = { name: 'csat.send', maxAttempts: 9 }

/** An answer can be changed for a day, then it is final. */
const EDITABLE_MS = 86_400_000
/** A link works this long after the ticket was resolved. */
const ANSWERABLE_MS = 60 * EDITABLE_MS

export const getSettings = async (ctx: Ctx): Promise<CsatSettings> =>
  (await queries.findSettings(ctx)) ?? DEFAULT_SETTINGS

export function replaceSettings(
  ctx: Ctx,
  input: CsatSettingsInput,
  ifMatch: string | undefined,
): Promise<CsatSettings> {
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    const { version } = await getSettings(ctx)
    assertIfMatch(ifMatch, version)
    const settings = { ...input, version: version + 1, updatedAt: ctx.now.toISOString() }
    await queries.saveSettings(ctx, settings)
    return settings
  })
}

/** The survey goes to people who got a reply by email, once per ticket. */
const isEligible = ({ status, spam, mergedIntoId, requester, channel, firstRespondedAt }: Ticket): boolean =>
  status.category === 'resolved' &&
  !spam &&
  mergedIntoId === null &&
  requester.email !== null &&
  (channel === 'email' || channel === 'contact_form') &&
  firstRespondedAt !== null

/** Schedules the survey of a ticket that was resolved; the delay leaves time to reopen it. */
export async function scheduleSurvey(ctx: Ctx, ticketId: string): Promise<void> {
  const { active, delayMinutes } = await getSettings(ctx)
  if (!active) return
  await transaction(ctx, async (ctx) => {
    const ticket = await getTicket(ctx, ticketId)
    if (!isEligible(ticket)) return
    const sendAt = new Date(ctx.now.getTime() + delayMinutes * 60_000)
    const { customerId, assigneeId, teamId } = ticket
    const survey = await queries.scheduleSurvey(ctx, {
      id: newId('csat'),
      ticketId,
      customerId,
      assigneeId,
      teamId,
      sendAt,
    })
    if (!survey) return
    const options = { runAt: sendAt, key: `csat.send ${survey.id}` }
    await enqueueByName(ctx, SEND_SURVEY_JOB, { surveyId: survey.id }, options)
  })
}

/** Sends the survey unless the ticket was reopened since. */
export async function sendSurvey(ctx: Ctx, surveyId: string): Promise<void> {
  const { active, subject, body } = await getSettings(ctx)
  await transaction(ctx, async (ctx) => {
    await queries.lockSurvey(ctx, surveyId)
    const survey = await queries.findSurvey(ctx, surveyId)
    if (survey?.status !== 'scheduled') return
    const ticket = await getTicket(ctx, survey.ticketId)
    const email =
      active && isEligible(ticket)
        ? await sendTicketEmail(ctx, {
            ticketId: ticket.id,
            kind: 'csat',
            subject,
            ...renderSurvey(body, rateUrl(ctx, surveyId)),
          })
        : undefined
    await queries.finishSurvey(ctx, surveyId, email ? 'sent' : 'skipped')
    if (email) await recordTicketEvent(ctx, ticket.id, { type: 'survey_sent', source: 'system' })
  })
}

/** A click on a number only selects it: mail scanners open every link. */
function renderSurvey(body: string, url: string): { text: string; html: string } {
  const paragraphs = body.trim().split(/\n{2,}/)
  const style =
    'display:inline-block;min-width:24px;margin:0 6px 6px 0;padding:10px 12px;border:1px solid #a1a1aa;border-radius:8px;text-align:center;text-decoration:none'
  const links = [1, 2, 3, 4, 5].map(
    (rating) => `<a href="${escapeHtml(url)}?rating=${rating}" style="${style}">${rating}</a>`,
  )
  return {
    text: `${body.trim()}\n\n${url}`,
    html: [
      ...paragraphs.map((one) => `<p>${escapeHtml(one).replaceAll('\n', '<br>')}</p>`),
      `<p>${links.join('')}</p>`,
    ].join('\n'),
  }
}

const ratePurpose = (surveyId: string): string => `rate ${surveyId}`

type LinkContext = Pick<Ctx, 'publicUrl' | 'environmentId' | 'secretFor'>

/** The token names the survey and its environment, and only we can have signed it. */
const rateUrl = (ctx: LinkContext, surveyId: string): string =>
  `${ctx.publicUrl}/rate/${surveyId}.${signUrlToken(ctx, ctx.environmentId, ratePurpose(surveyId))}`

/** Undefined if we did not sign it. */
export function readRateToken(
  signer: Pick<Ctx, 'secretFor'>,
  token: string,
): { surveyId: string; environmentId: string } | undefined {
  const [surveyId = ''] = token.split('.', 1)
  const environmentId = verifyUrlToken(signer, token.slice(surveyId.length + 1), ratePurpose(surveyId))
  return environmentId === undefined ? undefined : { surveyId, environmentId }
}

export interface SurveyAnswer {
  rating: number | null
  comment: string | null
  /** False once the answer is final, or too old to give. */
  open: boolean
}

export async function getSurvey(ctx: Ctx, surveyId: string): Promise<SurveyAnswer> {
  const survey = await queries.findSurvey(ctx, surveyId)
  if (!survey) throw notFound('survey', surveyId)
  return { rating: survey.rating, comment: survey.comment, open: isOpen(ctx, survey) }
}

function isOpen({ now }: Ctx, { sendAt, ratedAt }: queries.Survey): boolean {
  const until = ratedAt === null ? Date.parse(sendAt) + ANSWERABLE_MS : Date.parse(ratedAt) + EDITABLE_MS
  return now.getTime() < until
}

/** One answer per survey; the customer can change it for a day. */
export function answerSurvey(ctx: Ctx, surveyId: string, rating: number, comment: string): Promise<void> {
  if (!Number.isInteger(rating) || rating < 1 || rating > 5) {
    throw invalidRequest('Choose a number from 1 to 5.', [{ path: '/rating', message: 'must be 1 to 5' }])
  }
  return transaction(ctx, async (ctx) => {
    await queries.lockSurvey(ctx, surveyId)
    const survey = await queries.findSurvey(ctx, surveyId)
    if (!survey) throw notFound('survey', surveyId)
    if (!isOpen(ctx, survey)) throw new AppError('conflict', 'This survey was answered before and can’t be changed.')
    const text = comment.replaceAll('\0', '').trim().slice(0, MAX_COMMENT_LENGTH) || null
    if (survey.rating === rating && survey.comment === text) return
    await queries.saveAnswer(ctx, surveyId, rating, text)
    const { ticketId, id } = survey
    await recordTicketEvent(ctx, ticketId, { type: 'rated', source: 'system', data: { rating } })
    await emit(ctx, 'ticket.rated', { ticketId, surveyId: id, rating })
  })
}

export interface ImportedRating {
  ticketId: Ticket['id']
  rating: number
  comment: string | null
  ratedAt: string
}

/** Ratings of tickets that were resolved in another help desk. Nobody is asked and nothing is emitted. */
export async function importRatings(ctx: Ctx, ratings: ImportedRating[]): Promise<void> {
  await queries.insertRatings(
    ctx,
    ratings.map((rating) => ({ id: newId('csat'), ...rating })),
  )
}

/** Newest first. */
export async function listResponses(ctx: Ctx, query: CsatResponsesQuery): Promise<Page<CsatResponse>> {
  const page = keyset(query)
  return toPage(await queries.listResponses(ctx, query, page), page)
}
