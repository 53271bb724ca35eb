import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { notFound } from '../../kit/errors.ts'
import { escapeHtml } from '../../kit/escape-html.ts'
import { answerSurvey, getSurvey, readRateToken, type SurveyAnswer } from '../csat/csat.ts'
import { MAX_COMMENT_LENGTH } from '../csat/schemas.ts'
import { loadBranding } from '../theme/theme.ts'
import { type Labels, labelsFor, preferredLanguage } from './labels.ts'
import { FORM_PAGE_HEADERS, renderPage } from './page.ts'

const routeOptions = { config: { publicLimit: 'page' } } as const
const MAX_FORM_BYTES = 20_000
const RATINGS = [1, 2, 3, 4, 5]

interface RateRoute {
  Params: { token: string }
  Querystring: { rating?: string }
  Body: URLSearchParams
}
interface RatePageOptions {
  secretFor: Ctx['secretFor']
  openContext: (request: FastifyRequest, environmentId: string | undefined) => Promise<Ctx>
}

/** The satisfaction survey. Opening its link stores nothing, because mail scanners open every link. */
export function serveRatePages(app: FastifyInstance, options: RatePageOptions): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )

  app.get<RateRoute>('/rate/:token', routeOptions, async (request, reply) => {
    const { ctx, surveyId } = await openSurvey(request, options)
    const answer = await getSurvey(ctx, surveyId)
    const clicked = Number(request.query.rating)
    const rating = RATINGS.includes(clicked) ? clicked : answer.rating
    return reply.headers(FORM_PAGE_HEADERS).send(await renderSurvey(ctx, request, { ...answer, rating }, false))
  })

  app.post<RateRoute>('/rate/:token', routeOptions, async (request, reply) => {
    const { ctx, surveyId } = await openSurvey(request, options)
    const { open } = await getSurvey(ctx, surveyId)
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const rating = Number(form.get('rating'))
    const isAnswered = open && RATINGS.includes(rating)
    if (isAnswered) await answerSurvey(ctx, surveyId, rating, form.get('comment') ?? '')
    const answer = await getSurvey(ctx, surveyId)
    return reply.headers(FORM_PAGE_HEADERS).send(await renderSurvey(ctx, request, answer, isAnswered))
  })
}

async function openSurvey(request: FastifyRequest<RateRoute>, { secretFor, openContext }: RatePageOptions) {
  const { token } = request.params
  const ids = readRateToken({ secretFor }, token)
  if (!ids) throw notFound('page', request.url)
  return { surveyId: ids.surveyId, ctx: await openContext(request, ids.environmentId) }
}

async function renderSurvey(ctx: Ctx, request: FastifyRequest, answer: SurveyAnswer, isAnswered: boolean) {
  const shop = await loadBranding(ctx)
  const { language, labels } = labelsFor(preferredLanguage(request), shop.locale)
  const title = isAnswered ? labels.rateThanks : labels.rateTitle
  const content = answer.open ? renderForm(answer, labels, isAnswered) : `<p>${labels.rateClosed}</p>`
  return renderPage({ language, title, shop: shop.name, content })
}

function renderForm({ rating, comment }: SurveyAnswer, labels: Labels, isAnswered: boolean): string {
  const choices = RATINGS.map((value) => {
    const checked = value === rating ? ' checked' : ''
    const label = value === 1 ? labels.rateWorst : value === 5 ? labels.rateBest : ''
    const name = label ? ` aria-label="${value}, ${escapeHtml(label)}"` : ''
    return `<label><input type="radio" name="rating" value="${value}" required${checked}${name}> ${value}</label>`
  })
  return `${isAnswered ? `<p>${labels.rateEditable}</p>` : ''}
<form method="post" action="?">
<fieldset><legend>${labels.rateQuestion}</legend>
<div class="ratings">${choices.join('\n')}</div>
<p class="soft ends"><span>1 = ${labels.rateWorst}</span> <span>5 = ${labels.rateBest}</span></p></fieldset>
<label>${labels.rateComment}<textarea name="comment" maxlength="${MAX_COMMENT_LENGTH}">${escapeHtml(comment ?? '')}</textarea></label>
<button type="submit">${labels.rateSend}</button>
</form>`
}
