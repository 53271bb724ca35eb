import { Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { Id } from '../../../kit/schema.ts'
import { normalizeEmail } from '../../customers/identity/identity.ts'
import { createTicket } from '../tickets.ts'
import type { ContactMessage } from './schemas.ts'

/** Nobody reads a form and writes a message in less. */
const MIN_ELAPSED_MS = 2000
const SUBJECT_LENGTH = 80

/** Bots get the same answer as people. The answer says nothing about the customer or the order. */
export async function receiveContactMessage(
  ctx: Ctx,
  input: ContactMessage,
  number: number,
): Promise<{ received: true }> {
  const { name, email, message, orderNumber, website = '', elapsedMs = MIN_ELAPSED_MS } = input
  const spam = website !== '' || elapsedMs < MIN_ELAPSED_MS
  const order = orderNumber && !spam ? await findOwnOrder(ctx, orderNumber, email) : undefined
  await createTicket(ctx, {
    number,
    channel: 'contact_form',
    subject: input.subject ?? toSubject(message),
    requester: { name, email },
    message: { text: orderNumber ? `${message}\n\nOrder: #${toDigits(orderNumber)}` : message },
    orderIds: order ? [order.id] : [],
    spam,
  })
  return { received: true }
}

const toDigits = (orderNumber: string): string => orderNumber.replace('#', '')

function toSubject(message: string): string {
  const [line = ''] = message.trim().split(/[\r\n]/, 1)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a subject has none
  const text = line.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
  if (text === '') return 'Message from the contact form'
  return text.length > SUBJECT_LENGTH ? `${text.slice(0, SUBJECT_LENGTH - 1).trimEnd()}…` : text
}

const OrderRow = Type.Object({ id: Id('ord') })

/** Anyone can type a number: only the email proves that the order is theirs. */
const findOwnOrder = (ctx: Ctx, orderNumber: string, email: string) =>
  ctx.db.row(
    OrderRow,
    sql`
      select id from orders
      where environment_id = ${ctx.environmentId} and number = ${toDigits(orderNumber)}::bigint
        and lower(email) = ${normalizeEmail(email)}`,
  )
