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
  /** Canceled there, but its units were returned here, so they were sent: it stays. */
  blocked: ImportedFulfillment[]
}

export const isEmptyPlan = ({ created, changed, canceled }: FulfillmentPlan): boolean =>
  created.length + changed.length + canceled.length === 0

type Units = Pick<OrderRow['items'][number], 'id' | 'current' | 'fulfilled' | 'returned'>

/**
 * What is new there, compared with what was imported before. Never fulfills more than is left, whoever fulfilled it.
 * Units of `pendingReturns` count as returned.
 */
export function planFulfillments(
  items: Units[],
  existing: ImportedFulfillment[],
  sources: SourceFulfillment[],
  pendingReturns: ItemQuantity[] = [],
): FulfillmentPlan {
  const known = new Map(existing.map((fulfillment) => [fulfillment.externalId, fulfillment]))
  const units = new Map(items.map(({ id, current, fulfilled, returned }) => [id, { current, fulfilled, returned }]))
  for (const { itemId, quantity } of pendingReturns) {
    const item = units.get(itemId)
    if (item) item.returned += quantity
  }
  const plan: FulfillmentPlan = { created: [], changed: [], canceled: [], blocked: [] }
  const sorted = sources.toSorted((one, other) => one.fulfilledAt.localeCompare(other.fulfilledAt))
  // Cancellations first: a shipment that replaces a canceled one takes its units.
  for (const { externalId, isCanceled } of sorted) {
    const current = known.get(externalId)
    if (!isCanceled || current?.status !== 'shipped') continue
    if (revertUnits(units, current.items)) plan.canceled.push(current)
    else plan.blocked.push(current)
  }
  for (const source of sorted.filter(({ isCanceled }) => !isCanceled)) {
    const current = known.get(source.externalId)
    if (current) {
      if (hasChanged(current, source)) plan.changed.push(withChanges(current, source))
      continue
    }
    const itemQuantities = takeUnits(items, units, source)
    if (itemQuantities.length > 0) plan.created.push({ ...source, itemQuantities })
  }
  return plan
}

type UnitsById = Map<string, Omit<Units, 'id'>>

/** False, and nothing changes, if some of them were returned. */
function revertUnits(units: UnitsById, reverted: ItemQuantity[]): boolean {
  const canRevert = reverted.every(({ itemId, quantity }) => {
    const item = units.get(itemId)
    return item !== undefined && quantity <= item.fulfilled - item.returned
  })
  if (!canRevert) return false
  for (const { itemId, quantity } of reverted) {
    const item = units.get(itemId)
    if (item) item.fulfilled -= quantity
  }
  return true
}

function takeUnits(items: { id: Units['id'] }[], units: UnitsById, { items: wanted }: SourceFulfillment) {
  return wanted.flatMap(({ index, quantity: most }): ItemQuantity[] => {
    const id = items[index]?.id
    const item = id && units.get(id)
    if (!id || !item) return []
    const quantity = Math.min(most, item.current - item.fulfilled)
    if (quantity <= 0) return []
    item.fulfilled += quantity
    return [{ itemId: id, quantity }]
  })
}

const hasChanged = (current: ImportedFulfillment, { tracking, deliveredAt }: SourceFulfillment): boolean =>
  current.status !== 'canceled' &&
  ((tracking !== null && !isDeepStrictEqual(current.tracking, tracking)) ||
    (deliveredAt !== null && current.deliveredAt === null))

const withChanges = (
  current: ImportedFulfillment,
  { tracking, deliveredAt }: SourceFulfillment,
): ImportedFulfillment => ({
  ...current,
  // Without tracking there, what staff entered here stays.
  tracking: tracking ?? current.tracking,
  status: deliveredAt || current.status === 'delivered' ? 'delivered' : 'shipped',
  deliveredAt: current.deliveredAt ?? deliveredAt,
})

/** Without email to the buyer. Call it in a change of the order. */
export async function applyFulfillments(ctx: Ctx, orderId: OrderRow['id'], plan: FulfillmentPlan): Promise<void> {
  for (const fulfillment of plan.canceled) {
    await updateFulfillment(ctx, { ...fulfillment, status: 'canceled' })
    const reverted = fulfillment.items.map(({ itemId, quantity }) => ({ itemId, quantity: -quantity }))
    await addFulfilledUnits(ctx, orderId, reverted)
  }
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
}
