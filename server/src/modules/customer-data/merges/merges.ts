import { actorOf, type Ctx, transaction } from '../../../ctx.ts'
import { keyset, type Page, toPage } from '../../../db/page.ts'
import { emitAll } from '../../../events/emit.ts'
import type { Schedule } from '../../../jobs/job.ts'
import { inBatches } from '../../../jobs/retention.ts'
import { AppError, invalidRequest, notFound } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { auditAction } from '../../audit/audit.ts'
import { moveCarts } from '../../carts/customer-data.ts'
import { moveConversations } from '../../chat/customer-data.ts'
import { moveSurveys } from '../../csat/customer-data.ts'
import { mergeProfile, restoreProfile } from '../../customers/customer-data.ts'
import { getCustomer, lockWithEmails } from '../../customers/customers.ts'
import type { Customer } from '../../customers/schemas.ts'
import { addOrdersToTotals } from '../../customers/totals/totals.ts'
import { moveLeads } from '../../leads/customer-data.ts'
import { lockAccounts, movePoints, moveReferrals, returnReferrals } from '../../loyalty/customer-data.ts'
import { moveRedemptions } from '../../loyalty-redemptions/customer-data.ts'
import { moveOrders } from '../../orders/customer-data.ts'
import { movePersonalCodes, moveUses } from '../../promotions/customer-data.ts'
import { moveTickets } from '../../tickets/customer-data.ts'
import { keyOf, listStoreCredit } from '../person.ts'
import * as queries from './queries.ts'
import type { Merge, MergesQuery, NewMerge } from './schemas.ts'

/** Everything that refers to `input.customerId` refers to `customerId` afterwards. */
export function mergeCustomers(ctx: Ctx, customerId: string, input: NewMerge): Promise<Merge> {
  const mergedId = input.customerId
  if (mergedId === customerId) {
    throw invalidRequest('A customer can’t be merged with themselves.', [
      { path: '/customerId', message: 'must be another customer' },
    ])
  }
  return transaction(ctx, async (ctx) => {
    const [to, from] = await lockBoth(ctx, customerId, mergedId)
    assertOnePerson(from, to)
    await assertNoCheckout(ctx, from)
    await assertNoStoreCredit(ctx, from)
    const orderIds = await moveOrders(ctx, mergedId, customerId)
    await addOrdersToTotals(ctx, customerId, orderIds, 1)
    const undo = {
      orderIds,
      cartIds: await moveCarts(ctx, ownerOf(ctx, mergedId), ownerOf(ctx, customerId)),
      promotionUseIds: await moveUses(ctx, keyOf(ctx, mergedId), keyOf(ctx, customerId)),
      personalCodes: await movePersonalCodes(ctx, mergedId, customerId),
      points: await movePoints(ctx, mergedId, customerId),
      referrals: await moveReferrals(ctx, mergedId, customerId),
      redemptionIds: await moveRedemptions(ctx, mergedId, customerId),
      leadIds: await moveLeads(ctx, mergedId, customerId),
      ticketIds: await moveTickets(ctx, mergedId, customerId),
      conversationIds: await moveConversations(ctx, mergedId, customerId),
      surveyIds: await moveSurveys(ctx, mergedId, customerId),
      mergeIds: await queries.redirectMerges(ctx, mergedId, customerId),
      ...(await mergeProfile(ctx, from, to)),
    }
    const id = newId('mrg')
    const merge = await queries.insertMerge(ctx, {
      id,
      customerId,
      mergedCustomerId: mergedId,
      undo,
      actor: actorOf(ctx.caller),
    })
    await auditAction(ctx, 'customer.merged', customerId, { mergedCustomerId: mergedId, mergeId: id })
    await emitAll(ctx, [
      { type: 'customer.merged', data: { customerId: to.id, mergedCustomerId: from.id, mergeId: id } },
      { type: 'customer.updated', data: { customerId: to.id } },
      { type: 'customer.deleted', data: { customerId: from.id } },
    ])
    return merge
  })
}

/** Gives back exactly what the merge moved. What happened since stays with the customer. */
export function reverseMerge(ctx: Ctx, id: string): Promise<Merge> {
  return transaction(ctx, async (ctx) => {
    const merge = await queries.lockMerge(ctx, id)
    if (!merge) throw notFound('merge', id)
    const { currentCustomerId: _, undo, ...reversed } = merge
    if (merge.reversedAt !== null) return reversed
    const { customerId, mergedCustomerId } = merge
    assertReversible(ctx, merge)
    await lockAccounts(ctx, [customerId, mergedCustomerId])
    await lockWithEmails(ctx, customerId)
    if (undo === null) throw tooLate()
    await movePoints(ctx, customerId, mergedCustomerId, undo)
    await restoreProfile(ctx, customerId, undo)
    await returnReferrals(ctx, customerId, mergedCustomerId, undo.referrals)
    const orderIds = await moveOrders(ctx, customerId, mergedCustomerId, undo.orderIds)
    await addOrdersToTotals(ctx, customerId, orderIds, -1)
    await addOrdersToTotals(ctx, mergedCustomerId, orderIds, 1)
    await moveCarts(ctx, ownerOf(ctx, customerId), ownerOf(ctx, mergedCustomerId), undo.cartIds)
    await moveUses(ctx, keyOf(ctx, customerId), keyOf(ctx, mergedCustomerId), undo.promotionUseIds)
    await movePersonalCodes(ctx, customerId, mergedCustomerId, undo.personalCodes)
    await moveRedemptions(ctx, customerId, mergedCustomerId, undo.redemptionIds)
    await moveLeads(ctx, customerId, mergedCustomerId, undo.leadIds ?? [])
    // A merge from before there were tickets has moved none.
    await moveTickets(ctx, customerId, mergedCustomerId, undo.ticketIds ?? [])
    await moveConversations(ctx, customerId, mergedCustomerId, undo.conversationIds ?? [])
    await moveSurveys(ctx, customerId, mergedCustomerId, undo.surveyIds ?? [])
    await queries.redirectMerges(ctx, customerId, mergedCustomerId, undo.mergeIds)
    await auditAction(ctx, 'customer.merge_reversed', customerId, { mergedCustomerId, mergeId: id })
    await emitAll(ctx, [
      { type: 'customer.merge_reversed', data: { customerId, mergedCustomerId, mergeId: merge.id } },
      { type: 'customer.updated', data: { customerId } },
      { type: 'customer.created', data: { customerId: mergedCustomerId } },
    ])
    return queries.markReversed(ctx, id)
  })
}

export async function listMerges(ctx: Ctx, customerId: string, query: MergesQuery): Promise<Page<Merge>> {
  await getCustomer(ctx, customerId)
  const page = keyset(query)
  return toPage(await queries.listMerges(ctx, page, customerId), page)
}

/** Daily: what was moved is personal data, kept no longer than it is needed. */
export const pruneMerges: Schedule = {
  name: 'customers.prune-merges',
  cron: '50 3 * * *',
  run: async (ctx) => {
    await inBatches(ctx, (limit) => queries.pruneUndo(ctx, limit))
  },
}

/**
 * In the order of IDs, so that two merges don't wait for each other; and accounts first, as a checkout with points does.
 */
async function lockBoth(ctx: Ctx, toId: string, fromId: string): Promise<[Customer, Customer]> {
  await lockAccounts(ctx, [toId, fromId])
  const customers = new Map<string, Customer>()
  for (const id of [toId, fromId].toSorted()) customers.set(id, await lockWithEmails(ctx, id))
  const [to, from] = [customers.get(toId), customers.get(fromId)]
  if (!to || !from) throw new Error('both customers were locked')
  return [to, from]
}

const ownerOf = (ctx: Ctx, customerId: string) => ({ customerId, customerKey: keyOf(ctx, customerId) })

/** A verified contact and an ID in another system belong to one person. */
function assertOnePerson(one: Customer, other: Customer): void {
  const isVerified = ({ verified }: { verified: boolean }) => verified
  const identities = [
    ...(one.emails.some(isVerified) && other.emails.some(isVerified) ? ['email'] : []),
    ...(one.phones.some(isVerified) && other.phones.some(isVerified) ? ['phone'] : []),
    ...new Set(
      one.externalIds.flatMap(({ source }) => (other.externalIds.some((id) => id.source === source) ? [source] : [])),
    ),
  ]
  if (identities.length === 0) return
  throw new AppError(
    'conflict',
    `These are two people: each has an identity of their own (${identities.join(', ')}). Remove it from one of them first.`,
    { fields: { identities } },
  )
}

/** Its points would return to an account that nobody owns. */
async function assertNoCheckout(ctx: Ctx, { id, emails }: Customer): Promise<void> {
  const keys = [id, ...emails.map(({ address }) => address)].map((one) => keyOf(ctx, one))
  const checkouts = await queries.listActiveCheckouts(ctx, keys)
  if (checkouts.length === 0) return
  throw new AppError('conflict', 'The customer to be merged is checking out. Try again when they are done.', {
    fields: { checkoutIds: checkouts.map((checkout) => checkout.id) },
  })
}

async function assertNoStoreCredit(ctx: Ctx, { id }: Customer): Promise<void> {
  if ((await listStoreCredit(ctx, [id])).length === 0) return
  throw new AppError(
    'conflict',
    'The customer to be merged has store credit, which can’t be moved. Pay it out first.',
    {
      fields: { customerId: id },
    },
  )
}

type LockedMerge = NonNullable<Awaited<ReturnType<typeof queries.lockMerge>>>

function assertReversible(ctx: Ctx, { customerId, currentCustomerId, reversibleUntil }: LockedMerge): void {
  if (reversibleUntil === null || Date.parse(reversibleUntil) <= ctx.now.getTime()) throw tooLate()
  if (currentCustomerId === customerId) return
  throw new AppError('conflict', 'The customer was merged into another one since. Reverse that merge first.', {
    fields: { customerId: currentCustomerId },
  })
}

const tooLate = () => new AppError('conflict', 'A merge can be reversed for 30 days, and not after an erasure.')
