import { type Ctx, together, transaction } from '../../ctx.ts'
import { keyset, toPage } from '../../db/page.ts'
import { enqueueByName, toStatementJob } from '../../jobs/job.ts'
import { AppError, invalidRequest, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Money } from '../../kit/money.ts'
import type { Mail } from '../../ports/mail.ts'
import { orderPageUrl } from '../buyer-pages/buyer-pages.ts'
import { getOrder } from '../orders/orders.ts'
import type { Order } from '../orders/schemas.ts'
import { type Branding, loadBranding } from '../theme/theme.ts'
import { type EmailSubject, type LoadedEmailData, loadEmailData } from './email-data.ts'
import type { PlaceholderValues } from './html-blocks.ts'
import { type CodeData, toCodeValues, toPlaceholderValues } from './placeholder-values.ts'
import * as queries from './queries.ts'
import { renderEmail } from './render.ts'
import {
  type CodeEmailKind,
  type Email,
  type EmailKind,
  type EmailsQuery,
  type EmailTemplate,
  isCodeEmail,
  type NewEmail,
} from './schemas.ts'
import { type EmailSecret, sealEmailSecret } from './secrets.ts'
import { getEmailTemplate } from './templates.ts'

/** Retries for an hour and a half; staff can resend sooner. */
export const SEND_JOB = { name: 'emails.send', maxAttempts: 9 }

const SANDBOX_REASON = 'Sandbox emails are not sent.'
export const NO_SMTP_REASON = 'No mail server is configured. Set SMTP_URL, then resend the email.'

export async function getEmail(ctx: Ctx, id: string): Promise<Email> {
  const email = await queries.findEmail(ctx, id)
  if (!email) throw notFound('email', id)
  return email
}

export async function listEmails(ctx: Ctx, query: EmailsQuery) {
  const page = keyset(query)
  return toPage(await queries.listEmails(ctx, page, query), page)
}

/** Creates nothing if the template is disabled or the order has no email address. */
export async function createEmailForEvent(
  ctx: Ctx,
  mail: Mail,
  { kind, orderId, ...subject }: NewEmail,
): Promise<void> {
  const [design, order] = await together(ctx, (ctx) => Promise.all([loadDesign(ctx, kind), getOrder(ctx, orderId)]))
  if (!design.template.active || !order.email) return
  const data = await loadEmailData(ctx, kind, order, subject)
  if (data) await composeOrderEmail(ctx, design, data, { isSendable: !mail.isLogOnly })
}

/** Requested by staff, so it ignores whether the template is active. Returns the existing email if there is one. */
export async function createEmail(ctx: Ctx, { kind, orderId, ...subject }: NewEmail): Promise<Email> {
  assertSubjectFits(kind, subject)
  const order = await getOrder(ctx, orderId)
  if (!order.email)
    throw new AppError('conflict', `Order #${order.number} has no email address. Add one first.`, {
      fields: { orderId: order.id },
    })
  const data = await loadEmailData(ctx, kind, order, subject)
  if (!data) throw nothingToSend(kind, order)
  await composeOrderEmail(ctx, await loadDesign(ctx, kind), data)
  const email = await queries.findEmailByReference(ctx, kind, orderId, data.reference)
  if (!email) throw notFound('email', data.reference)
  return email
}

const SUBJECTS: Partial<Record<EmailKind, keyof EmailSubject>> = {
  order_shipped: 'fulfillmentId',
  shipment_update: 'fulfillmentId',
  order_refunded: 'refundId',
}

/** The latest one would be sent instead. */
function assertSubjectFits(kind: EmailKind, subject: EmailSubject): void {
  const errors = Object.keys(subject).flatMap((field) =>
    field === SUBJECTS[kind] ? [] : [{ path: `/${field}`, message: `must be omitted for the kind ${kind}` }],
  )
  if (errors.length > 0) throw invalidRequest('This kind of email is about something else.', errors)
}

const MISSING: Partial<Record<EmailKind, string>> = {
  order_shipped: 'fulfillment',
  shipment_update: 'fulfillment with a tracking status',
}

const nothingToSend = (kind: EmailKind, { number }: Order) => {
  const missing = MISSING[kind] ?? 'refund'
  return new AppError('conflict', `Order #${number} has no matching ${missing} yet, so there is no email to send.`)
}

/** No readable column contains the code. It is inserted when the email is sent, and deleted afterwards. */
export async function createGiftCardEmail(ctx: Ctx, order: Order, { id, code, ...card }: IssuedCard): Promise<void> {
  // Sandbox cards are not owed, and developers need the code to pay with the card.
  const secret = ctx.mode === 'live' ? { masked: `code hidden (ends in ${card.last4})`, real: code } : undefined
  const giftCard = { ...card, code: secret?.masked ?? code }
  const design = await loadDesign(ctx, 'gift_card')
  return composeOrderEmail(ctx, design, { order, giftCard, reference: id }, { secret })
}

/** Afterwards the code is useless, so its email is not sent. */
export const CODE_MINUTES = 10

/** As with gift cards, no readable column contains the code, except in the sandbox. */
export async function createCodeEmail(ctx: Ctx, kind: CodeEmailKind, { id, email, code }: IssuedCode): Promise<void> {
  const secret = ctx.mode === 'live' ? { masked: 'code hidden', real: code } : undefined
  const data: CodeData = { email, code: secret?.masked ?? code, expiresInMinutes: CODE_MINUTES }
  const recipient = { orderId: null, reference: id, to: email }
  return composeEmail(ctx, await loadDesign(ctx, kind), recipient, (shop) => toCodeValues(shop, data), { secret })
}

interface IssuedCode {
  id: string
  email: string
  code: string
}

interface IssuedCard {
  id: string
  code: string
  last4: string
  amount: Money
}

interface EmailDesign {
  template: EmailTemplate
  shop: Branding
}

/** In one round trip inside `together`. */
async function loadDesign(ctx: Ctx, kind: EmailKind): Promise<EmailDesign> {
  const [template, shop] = await Promise.all([getEmailTemplate(ctx, kind), loadBranding(ctx)])
  return { template, shop }
}

const composeOrderEmail = (
  ctx: Ctx,
  design: EmailDesign,
  { reference, ...data }: LoadedEmailData,
  options?: ComposeOptions,
): Promise<void> =>
  composeEmail(
    ctx,
    design,
    { orderId: data.order.id, reference, to: data.order.email ?? '' },
    (shop) => toPlaceholderValues(shop, { ...data, orderUrl: orderPageUrl(ctx, data.order.id) }),
    options,
  )

interface ComposeOptions {
  secret?: EmailSecret | undefined
  /** False on a worker without a mail server: the email is stored as suppressed, without a job. */
  isSendable?: boolean
}

interface Recipient {
  orderId: string | null
  reference: string
  to: string
}

async function composeEmail(
  ctx: Ctx,
  { template, shop }: EmailDesign,
  recipient: Recipient,
  toValues: (shop: Branding) => PlaceholderValues,
  { secret, isSendable = true }: ComposeOptions = {},
): Promise<void> {
  const reason = ctx.mode === 'live' ? (isSendable ? null : NO_SMTP_REASON) : SANDBOX_REASON
  const id = newId('email')
  const email = {
    id,
    kind: template.kind,
    ...recipient,
    senderName: shop.name,
    status: reason === null ? ('queued' as const) : ('suppressed' as const),
    error: reason,
    secret: secret ? sealEmailSecret(ctx, id, secret) : null,
    ...renderEmail(template, toValues(shop), shop),
  }
  await queries.insertEmail(ctx, email, toStatementJob(ctx, SEND_JOB, { emailId: id }, sendKey(id)))
}

/** Resends the same email, starting again at the first attempt. In the sandbox it stays suppressed. */
export const resendEmail = (ctx: Ctx, id: string): Promise<Email> =>
  transaction(ctx, async (ctx) => {
    const email = await getEmail(ctx, id)
    assertResendable(email)
    if (ctx.mode !== 'live') return email
    // It may have been sent, or its body pruned, since it was read.
    if ((await queries.requeueEmail(ctx, id)) === 0) throw concurrentChange()
    await enqueueSend(ctx, id)
    return getEmail(ctx, id)
  })

const concurrentChange = () =>
  new AppError('conflict', 'This email was just sent, or its content was deleted. Reload it and try again.')

function assertResendable({ kind, text, sentAt }: Email): void {
  if (text === null) {
    throw new AppError('conflict', 'The content of this email is no longer stored. Write to the customer directly.')
  }
  if (isCodeEmail(kind)) throw new AppError('conflict', 'Codes are not sent twice. Request a new code.')
  if (kind !== 'gift_card' || sentAt === null) return
  const message =
    'The gift card code was already sent and is no longer stored. Deactivate the card and issue a new one.'
  throw new AppError('conflict', message)
}

/** One job per email: a second request reschedules the pending job. */
const sendKey = (id: string): string => `emails.send ${id}`

const enqueueSend = (ctx: Ctx, id: string) => enqueueByName(ctx, SEND_JOB, { emailId: id }, { key: sendKey(id) })
