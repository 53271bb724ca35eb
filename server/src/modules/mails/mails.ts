import { type Ctx, transaction } from '../../ctx.ts'
import { keyset, toPage } from '../../db/page.ts'
import { enqueueByName } from '../../jobs/job.ts'
import { AppError, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Money } from '../../kit/money.ts'
import { getOrder } from '../orders/orders.ts'
import type { Order } from '../orders/schemas.ts'
import { type KnownOccasion, readOccasion } from './occasions.ts'
import * as queries from './queries.ts'
import { render } from './render.ts'
import type { Mail, MailKind, MailsQuery, NewMail } from './schemas.ts'
import { type MailSecret, sealSecret } from './secrets.ts'
import { readShop } from './shop.ts'
import { getMailTemplate } from './templates.ts'
import { valuesOf } from './values.ts'

/** An hour and a half of trying; who wants it sooner sends it again. */
export const SENDING = { name: 'mails.send', maxAttempts: 9 }

const IN_SANDBOX = 'Nothing leaves the sandbox.'

export async function getMail(ctx: Ctx, id: string): Promise<Mail> {
  const mail = await queries.findMail(ctx, id)
  if (!mail) throw notFound('mail', id)
  return mail
}

export async function listMails(ctx: Ctx, query: MailsQuery) {
  const page = keyset(query)
  return toPage(await queries.listMails(ctx, page, query), page)
}

/** What follows from an event: nothing, where the shop does not write such mails or knows no address. */
export async function mailFor(ctx: Ctx, { kind, orderId, reference }: NewMail): Promise<void> {
  if (!(await getMailTemplate(ctx, kind)).enabled) return
  const order = await getOrder(ctx, orderId)
  const occasion = order.email ? await readOccasion(ctx, kind, order, reference) : undefined
  if (occasion) await write(ctx, kind, occasion)
}

/** Asked for by staff: also where the shop does not write such mails by itself. What was written before is answered as it is. */
export async function writeMail(ctx: Ctx, { kind, orderId, reference }: NewMail): Promise<Mail> {
  const order = await getOrder(ctx, orderId)
  if (!order.email) throw new AppError('conflict', `Order #${order.number} has no e-mail address: give it one first.`)
  const occasion = await readOccasion(ctx, kind, order, reference)
  if (!occasion) throw nothingToTell(kind, order)
  await write(ctx, kind, occasion)
  const mail = await queries.findWritten(ctx, kind, orderId, occasion.reference)
  if (!mail) throw notFound('mail', occasion.reference)
  return mail
}

const nothingToTell = (kind: MailKind, { number }: Order) => {
  const missing = kind === 'order_shipped' ? 'such shipment' : 'such refund'
  return new AppError('conflict', `Order #${number} has no ${missing} yet: there is nothing to write of.`)
}

/** A buyer's card. Its code is in no row that can be read: it is put in when the mail is handed over, and forgotten then. */
export function writeGiftCardMail(ctx: Ctx, order: Order, { id, code, ...card }: SoldCard): Promise<void> {
  // In the sandbox nobody owes anything, and whoever tries it out wants to pay with the card.
  const secret = ctx.mode === 'live' ? { shown: `code hidden (ends in ${card.last4})`, real: code } : undefined
  const giftCard = { ...card, code: secret?.shown ?? code }
  return write(ctx, 'gift_card', { order, giftCard, reference: id }, secret)
}

interface SoldCard {
  id: string
  code: string
  last4: string
  amount: Money
}

async function write(
  ctx: Ctx,
  kind: MailKind,
  { reference, ...occasion }: KnownOccasion,
  secret?: MailSecret,
): Promise<void> {
  const { order } = occasion
  const [shop, template] = [await readShop(ctx), await getMailTemplate(ctx, kind)]
  const leaves = ctx.mode === 'live'
  const id = newId('mail')
  const mail = {
    id,
    kind,
    orderId: order.id,
    reference,
    to: order.email ?? '',
    senderName: shop.name,
    status: leaves ? ('queued' as const) : ('suppressed' as const),
    error: leaves ? null : IN_SANDBOX,
    secret: secret ? sealSecret(ctx, id, secret) : null,
    ...render(template, valuesOf(shop, occasion), shop),
  }
  await transaction(ctx, async (ctx) => {
    const written = await queries.insertMail(ctx, mail)
    if (written && leaves) await queue(ctx, written.id)
  })
}

/** The same mail again, from the first attempt on; in the sandbox it stays where it is. */
export const deliverMail = (ctx: Ctx, id: string): Promise<Mail> =>
  transaction(ctx, async (ctx) => {
    const mail = await getMail(ctx, id)
    refuseForgotten(mail)
    if (ctx.mode !== 'live') return mail
    // Somebody may have sent it, or forgotten what it says, since it was read.
    if ((await queries.queueAgain(ctx, id)) === 0) throw changedMeanwhile()
    await queue(ctx, id)
    return getMail(ctx, id)
  })

const changedMeanwhile = () => new AppError('conflict', 'This mail was sent, or forgotten, just now: look at it again.')

function refuseForgotten({ kind, text, sentAt }: Mail): void {
  if (text === null) {
    throw new AppError('conflict', 'What this mail says is not kept any more: write to the buyer yourself.')
  }
  if (kind !== 'gift_card' || sentAt === null) return
  const message = 'The code of this gift card was sent and is not kept: deactivate the card, and issue a new one.'
  throw new AppError('conflict', message)
}

/** One job a mail: who asks for it twice hurries the one that waits. */
const queue = (ctx: Ctx, id: string) => enqueueByName(ctx, SENDING, { mailId: id }, { key: `mails.send ${id}` })
