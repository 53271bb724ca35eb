import { isDeepStrictEqual } from 'node:util'
import type { Ctx } from '../../../ctx.ts'
import { newId } from '../../../kit/ids.ts'
import {
  addFulfilledUnits,
  type ImportedFulfillment,
  insertFulfillment,
  updateFulfillment,
} from '../fulfillments/queries.ts'
import type { Fulfillment } from '../fulfillments/schemas.ts'
import type { OrderRow } from '../queries.ts'
import type { ItemQuantity } from '../request-schemas.ts'

/** A shipment of another shop. */
export interface SourceFulfillment {
  externalId: string
  /** Places in the order's list of items. */
  items: { index: number; quantity: number }[]
  tracking: Fulfillment['tracking']
  fulfilledAt: string
  deliveredAt: string | null
  isCanceled: boolean
}

export interface FulfillmentPlan {
  created: (SourceFulfillment & { itemQuantities: ItemQuantity[] })[]
  changed: ImportedFulfillment[]
  canceled: ImportedFulfillment[]
}

export const isEmptyPlan = ({ created, changed, canceled }: FulfillmentPlan): boolean =>
  created.length + changed.length + canceled.length === 0

/** What is new there, compared with what was imported before. Never fulfills more than is left, whoever fulfilled it. */
export function planFulfillments(
  items: Pick<OrderRow['items'][number], 'id' | 'current' | 'fulfilled'>[],
  existing: ImportedFulfillment[],
  sources: SourceFulfillment[],
): FulfillmentPlan {
  const known = new Map(existing.map((fulfillment) => [fulfillment.externalId, fulfillment]))
  const left = new Map(items.map(({ id, current, fulfilled }) => [id, Math.max(0, current - fulfilled)]))
  const plan: FulfillmentPlan = { created: [], changed: [], canceled: [] }
  for (const source of sources.toSorted((one, other) => one.fulfilledAt.localeCompare(other.fulfilledAt))) {
    const current = known.get(source.externalId)
    if (current) {
      if (source.isCanceled && current.status === 'shipped') plan.canceled.push(current)
      else if (!source.isCanceled && hasChanged(current, source)) plan.changed.push(withChanges(current, source))
      continue
    }
    const itemQuantities = source.isCanceled ? [] : takeUnits(items, left, source)
    if (itemQuantities.length > 0) plan.created.push({ ...source, itemQuantities })
  }
  return plan
}

function takeUnits(items: { id: string }[], left: Map<string, number>, { items: wanted }: SourceFulfillment) {
  return wanted.flatMap(({ index, quantity: most }): ItemQuantity[] => {
    const id = items[index]?.id ?? ''
    const quantity = Math.min(most, left.get(id) ?? 0)
    if (quantity <= 0) return []
    left.set(id, (left.get(id) ?? 0) - quantity)
    return [{ itemId: id, quantity }]
  })
}

const hasChanged = (current: ImportedFulfillment, { tracking, deliveredAt }: SourceFulfillment): boolean =>
  current.status !== 'canceled' &&
  (!isDeepStrictEqual(current.tracking, tracking) || (deliveredAt !== null && current.deliveredAt === null))

const withChanges = (
  current: ImportedFulfillment,
  { tracking, deliveredAt }: SourceFulfillment,
): ImportedFulfillment => ({
  ...current,
  tracking,
  status: deliveredAt || current.status === 'delivered' ? 'delivered' : 'shipped',
  deliveredAt: current.deliveredAt ?? deliveredAt,
})

/** Without email to the buyer. Call it in a change of the order. */
export async function applyFulfillments(ctx: Ctx, orderId: OrderRow['id'], plan: FulfillmentPlan): Promise<void> {
  for (const { itemQuantities, externalId, tracking, fulfilledAt, deliveredAt } of plan.created) {
    await insertFulfillment(ctx, {
      id: newId('ful'),
      orderId,
      externalId,
      status: deliveredAt ? 'delivered' : 'shipped',
      items: itemQuantities,
      tracking,
      locationId: null,
      createdAt: fulfilledAt,
      deliveredAt,
    })
    await addFulfilledUnits(ctx, orderId, itemQuantities)
  }
  for (const fulfillment of plan.changed) await updateFulfillment(ctx, fulfillment)
  for (const fulfillment of plan.canceled) {
    await updateFulfillment(ctx, { ...fulfillment, status: 'canceled' })
    const reverted = fulfillment.items.map(({ itemId, quantity }) => ({ itemId, quantity: -quantity }))
    await addFulfilledUnits(ctx, orderId, reverted)
  }
}
