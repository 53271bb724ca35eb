import { Type } from 'typebox'
import { actorOf, type Ctx, transaction } from '../../../ctx.ts'
import { keyset, type Page, toPage } from '../../../db/page.ts'
import { emit, eraseStaffNotes } from '../../../events/emit.ts'
import { defineSubscriber } from '../../../events/subscriber.ts'
import { eraseStoredResponses } from '../../../http/idempotency/stored-responses.ts'
import { defineJob, enqueue } from '../../../jobs/job.ts'
import { AppError, notFound } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { formatMoney, money } from '../../../kit/money.ts'
import { Id } from '../../../kit/schema.ts'
import { eraseSessions } from '../../acp/customer-data.ts'
import { auditAction } from '../../audit/audit.ts'
import { eraseAuditReasons } from '../../audit/customer-data.ts'
import { eraseCarts } from '../../carts/customer-data.ts'
import { eraseConversations } from '../../chat/customer-data.ts'
import { eraseToolCalls } from '../../chat-tools/customer-data.ts'
import { eraseCheckouts } from '../../checkout/customer-data.ts'
import { eraseInboundEvents } from '../../connections/customer-data.ts'
import { eraseSurveys } from '../../csat/customer-data.ts'
import { eraseLoginCodes } from '../../customer-accounts/customer-data.ts'
import { eraseCustomer } from '../../customers/customer-data.ts'
import { lockWithEmails } from '../../customers/customers.ts'
import { customerKeyOf, normalizeEmail, type Person, type RowCounts } from '../../customers/identity/identity.ts'
import { eraseEmails } from '../../emails/customer-data.ts'
import { eraseRecipients } from '../../gift-cards/customer-data.ts'
import { eraseInboundEmails } from '../../inbound-email/customer-data.ts'
import { eraseDrafts } from '../../inbox/customer-data.ts'
import { eraseLeads } from '../../leads/customer-data.ts'
import { eraseReasons } from '../../ledger/customer-data.ts'
import { eraseReferrals, forfeitPoints } from '../../loyalty/customer-data.ts'
import { eraseOrders } from '../../orders/customer-data.ts'
import { eraseUses } from '../../promotions/customer-data.ts'
import { eraseReviews } from '../../reviews/customer-data.ts'
import { eraseViews } from '../../saved-views/customer-data.ts'
import { eraseShopifyCustomers } from '../../shopify/customer-data.ts'
import { eraseTicketActions } from '../../ticket-actions/customer-data.ts'
import { eraseTicketEmails } from '../../ticket-emails/customer-data.ts'
import { eraseTicketViews } from '../../ticket-views/customer-data.ts'
import { eraseTickets } from '../../tickets/customer-data.ts'
import { eraseTrackingEvents } from '../../tracking/customer-data.ts'
import { eraseUndo } from '../merges/queries.ts'
import { findPerson, listStoreCredit } from '../person.ts'
import * as queries from './queries.ts'
import type { Erasure, ErasuresQuery } from './schemas.ts'

/** Every module that holds data about customers. `personal-columns.ts` in the tests names the columns. */
const ERASERS: ((ctx: Ctx, person: Person) => Promise<RowCounts>)[] = [
  eraseSurveys,
  eraseLoginCodes,
  eraseToolCalls,
  eraseSessions,
  eraseCheckouts,
  eraseCarts,
  eraseEmails,
  eraseRecipients,
  forfeitPoints,
  eraseReferrals,
  eraseReasons,
  eraseUses,
  eraseOrders,
  eraseReviews,
  eraseTrackingEvents,
  eraseAuditReasons,
  eraseViews,
  eraseShopifyCustomers,
  eraseTicketActions,
  // Before the tickets, by which they find theirs.
  eraseTicketEmails,
  eraseInboundEmails,
  eraseInboundEvents,
  eraseTicketViews,
  eraseConversations,
  eraseDrafts,
  eraseTickets,
  async (ctx, { orderIds }) => ({ events: await eraseStaffNotes(ctx, orderIds) }),
]

/**
 * Deletes the customer at once, so that a new order with their email is that of a new customer, and leaves the rest to
 * a job. A second request returns the first erasure.
 */
export function eraseCustomerData(ctx: Ctx, customerId: string): Promise<Erasure> {
  return transaction(ctx, async (ctx) => {
    const earlier = await queries.findErasure(ctx, customerId)
    if (earlier) return earlier
    const { emails } = await lockWithEmails(ctx, customerId)
    const person = await findPerson(
      ctx,
      customerId,
      emails.map(({ address }) => address),
    )
    assertUnneeded(await queries.listObstacles(ctx, person))
    assertNothingOwed(await listStoreCredit(ctx, person.customerIds))
    const consents = await queries.listConsents(ctx, customerId)
    const erasure = await queries.insertErasure(ctx, {
      id: newId('ers'),
      customerId,
      person,
      contactKeys: person.emails.map((email) => contactKeyOf(ctx, email)),
      consents,
      tables: {
        customer_merges: await eraseUndo(ctx, customerId),
        ...(await eraseLeads(ctx, person)),
        ...(await eraseCustomer(ctx, customerId)),
      },
      actor: actorOf(ctx.caller),
    })
    await auditAction(ctx, 'customer.erased', customerId, { erasureId: erasure.id })
    await emit(ctx, 'customer.deleted', { customerId: erasure.customerId })
    await enqueue(ctx, eraseJob, { erasureId: erasure.id })
    return erasure
  })
}

export async function getErasure(ctx: Ctx, customerId: string): Promise<Erasure> {
  const erasure = await queries.findErasure(ctx, customerId)
  if (!erasure) throw notFound('erasure', customerId)
  return erasure
}

export async function listErasures(ctx: Ctx, query: ErasuresQuery): Promise<Page<Erasure>> {
  const page = keyset(query)
  const contactKey = query.email === undefined ? null : contactKeyOf(ctx, query.email)
  return toPage(await queries.listErasures(ctx, page, contactKey), page)
}

/** One transaction: everything is erased and reported, or nothing is and the job runs again. */
export const eraseJob = defineJob({
  name: 'customers.erase',
  payload: Type.Object({ erasureId: Id('ers') }),
  run: (ctx, { erasureId }) =>
    transaction(ctx, async (ctx) => {
      const erasure = await queries.lockPending(ctx, erasureId)
      if (!erasure) return
      let tables = erasure.tables
      for (const erase of ERASERS) tables = { ...tables, ...(await erase(ctx, erasure.person)) }
      const responses = await eraseStoredResponses(ctx, responsesAbout(erasure.person, erasureId))
      tables = { ...tables, idempotency_keys: responses }
      await queries.completeErasure(ctx, erasureId, tables)
      await emit(ctx, 'customer.erased', { customerId: erasure.customerId, erasureId: erasure.id })
    }),
})

/** A customer who still has open orders can't be erased: the job tries again for days. */
export const eraseOnRequest = defineSubscriber({
  name: 'customers.erase-on-request',
  on: ['customer.erasure_requested'],
  run: async (ctx, { data: { customerId } }) => {
    await eraseCustomerData(ctx, customerId)
  },
})

/** Not the key that carts and promotions use: nothing connects a receipt to what was erased. */
const contactKeyOf = (ctx: Ctx, email: string) => customerKeyOf(email, ctx.environmentId, ctx.secretFor('erasures'))

const ID = /\b[a-z]+_[0-9a-hjkmnp-tv-z]{26}\b/g

/**
 * A response is about the person if it contains an ID of something of theirs, or an email. The response to the request
 * for this erasure stays.
 */
function responsesAbout(person: Person, erasureId: string) {
  const { customerIds, emails, orderIds, sharedOrderIds, cartIds, giftCardIds, otherIds } = person
  const ids = new Set([...customerIds, ...orderIds, ...sharedOrderIds, ...cartIds, ...giftCardIds, ...otherIds])
  return (body: string): boolean => {
    const mentioned: string[] = body.match(ID) ?? []
    if (mentioned.includes(erasureId)) return false
    const text = normalizeEmail(body)
    return mentioned.some((id) => ids.has(id)) || emails.some((email) => text.includes(email))
  }
}

function assertUnneeded(obstacles: Awaited<ReturnType<typeof queries.listObstacles>>): void {
  if (obstacles.length === 0) return
  const orders = obstacles.flatMap(({ orderId, number }) => (orderId && number ? [{ orderId, number }] : []))
  const checkoutIds = obstacles.flatMap(({ checkoutId }) => checkoutId ?? [])
  const names = orders.length > 0 ? orders.map(({ number }) => `#${number}`).join(', ') : 'a checkout'
  throw new AppError(
    'conflict',
    `This customer can’t be erased yet: ${names} is still in progress. Complete, cancel or refund it first.`,
    { fields: { orderIds: orders.map(({ orderId }) => orderId), checkoutIds } },
  )
}

function assertNothingOwed(storeCredit: { currency: string; balance: number }[]): void {
  if (storeCredit.length === 0) return
  const amounts = storeCredit.map(({ currency, balance }) => money(balance, currency))
  throw new AppError(
    'conflict',
    `You owe this customer ${amounts.map(formatMoney).join(', ')} in store credit. Pay it out first.`,
    { fields: { storeCredit: amounts } },
  )
}
