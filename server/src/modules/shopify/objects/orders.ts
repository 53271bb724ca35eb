import { type Ctx, transaction } from '../../../ctx.ts'
import { createSyncedOrder, updateSyncedOrder } from '../../orders/order-sync/order-sync.ts'
import { claimOrderNumber } from '../../orders/orders.ts'
import { readKnownCustomers } from './customer-queries.ts'
import { erasedIdOf } from './customers.ts'
import type { ShopObject } from './group-lines.ts'
import { lacksShippedItems, withoutShippedItems } from './map-fulfillments.ts'
import { mapOrder } from './map-order.ts'
import * as orderQueries from './order-queries.ts'
import {
  type Applier,
  type ClaimedNumbers,
  describePersonalError,
  hashContent,
  isOlder,
  type ObjectOutcome,
  toFailure,
} from './outcome.ts'
import * as queries from './queries.ts'

/**
 * Orders of the past: no email, no points, no stock. Later syncs bring payments, refunds, fulfillment and cancellation up
 * to date.
 */
export const orderApplier: Applier<'orders'> = {
  // A number claimed inside the transaction would block all buyers until it ends.
  claimNumbers: async (ctx, objects) => {
    const known = await orderQueries.readOrderIds(ctx, idsOf(objects))
    const candidates = objects.filter(({ root }) => !known.has(root.id) && !root.test)
    const taken = await orderQueries.readTakenNumbers(
      ctx,
      candidates.map(({ root }) => root.number),
    )
    const claimed: ClaimedNumbers = new Map()
    for (const { root } of candidates) if (taken.has(root.number)) claimed.set(root.id, await claimOrderNumber(ctx))
    return claimed
  },

  apply: async (ctx, objects, options, claimed = new Map()) => {
    const known = await queries.readObjects(ctx, 'orders', idsOf(objects))
    const orderIds = await orderQueries.readOrderIds(ctx, idsOf(objects))
    const customerIds = objects.flatMap(({ root }) => root.customer?.id ?? [])
    const customers = await readKnownCustomers(ctx, customerIds)
    const erased = await queries.readObjects(
      ctx,
      'customers',
      customerIds.map((id) => erasedIdOf(ctx, id)),
    )
    const variants = await queries.readVariants(
      ctx,
      objects.flatMap(({ children }) =>
        children.flatMap((line) => (line.__typename === 'LineItem' ? (line.variant?.id ?? []) : [])),
      ),
    )
    const variantIds = new Map([...variants].map(([externalId, { id }]) => [externalId, id]))
    const outcomes: ObjectOutcome[] = []
    for (const object of objects) {
      const externalId = object.root.id
      // Variants may be synced later: an order does not change because of them.
      const children = object.children.toSorted((a, b) => (a.id < b.id ? -1 : 1))
      const hash = hashContent([{ ...withoutShippedItems(object.root), updatedAt: null }, children])
      const orderId = orderIds.get(externalId)
      const current = known.get(externalId)
      const isKnown = current?.contentHash === hash || isOlder(object.root.updatedAt, current)
      if (object.root.test || (orderId && isKnown)) {
        outcomes.push({ externalId, outcome: 'unchanged', localId: orderId ?? null })
        continue
      }
      if (lacksShippedItems(object.root)) {
        outcomes.push({ externalId, outcome: 'pending' })
        continue
      }
      const customer = object.root.customer?.id ?? ''
      const lookups = {
        customerId: customers.get(customer)?.customerId ?? null,
        isErased: erased.has(erasedIdOf(ctx, customer)),
        variantIds,
        now: ctx.now,
      }
      const change = { object, orderId, hash, number: claimed.get(externalId), dryRun: options.dryRun, lookups }
      outcomes.push(await applyOrder(ctx, change))
    }
    return outcomes
  },
}

const idsOf = (objects: ShopObject<'orders'>[]) => objects.map(({ root }) => root.id)

interface OrderChange {
  object: ShopObject<'orders'>
  orderId: string | undefined
  hash: string
  /** Claimed, since its own is taken. */
  number: number | undefined
  dryRun: boolean
  lookups: Parameters<typeof mapOrder>[1]
}

const RETURNED =
  'A shipment was canceled in Shopify, but items of it were returned here. It stays as it is; the rest is up to date.'

async function applyOrder(
  ctx: Ctx,
  { object, orderId, hash, number, dryRun, lookups }: OrderChange,
): Promise<ObjectOutcome> {
  const { id: externalId, name, updatedAt } = object.root
  const order = mapOrder(object, lookups)
  if (!order || object.isTooLarge) {
    return { externalId, outcome: 'failed', error: 'Its amounts can’t be read exactly.' }
  }
  if (dryRun) return { externalId, outcome: orderId ? 'updated' : 'created', localId: orderId ?? null }
  try {
    return await transaction(ctx, async (ctx) => {
      const save = (localId: string) =>
        queries.upsertObjects(ctx, [
          {
            resource: 'orders',
            external_id: externalId,
            local_id: localId,
            content_hash: hash,
            source_updated_at: updatedAt,
          },
        ])
      if (orderId) {
        const { changes: fields, hasBlockedCancellation } = await updateSyncedOrder(ctx, orderId, order)
        // Without the hash, so that the next sync tries and reports it again.
        if (hasBlockedCancellation) return { externalId, outcome: 'failed', localId: orderId, error: RETURNED }
        await save(orderId)
        const changes = fields.map((field) => ({ field, from: null, to: null }))
        return { externalId, outcome: fields.length > 0 ? 'updated' : 'unchanged', localId: orderId, changes }
      }
      const { number: ownNumber, ...others } = order
      const renumbered = { ...others, staffNote: `Order ${name} in Shopify.` }
      const created = await createSyncedOrder(ctx, number === undefined ? order : renumbered, number ?? ownNumber)
      await save(created.id)
      return { externalId, outcome: 'created', localId: created.id }
    })
  } catch (error) {
    return toFailure(externalId, error, describePersonalError)
  }
}
