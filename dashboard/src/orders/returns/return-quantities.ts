import type { Quantities } from '../order-actions.ts'
import type { Order, OrderItem } from '../orders.ts'
import type { Return } from './returns.ts'

const sumQuantities = (returns: Return[], itemId: string, count: (item: Return['items'][number]) => number): number =>
  returns
    .flatMap(({ items }) => items.filter((item) => item.itemId === itemId))
    .reduce((sum, item) => sum + count(item), 0)

/** Only fulfilled units can be returned, and only once: open returns count. */
export function returnableQuantity({ id, quantities: { fulfilled, returned } }: OrderItem, returns: Return[]): number {
  const open = returns.filter(({ status }) => status === 'requested' || status === 'approved')
  return Math.max(0, fulfilled - returned - sumQuantities(open, id, ({ quantity, received }) => quantity - received))
}

/** Their payment was credited to an exchange order, so they cannot be refunded as well. */
const creditedReturns = (returns: Return[]) => returns.filter(({ exchange }) => exchange && exchange.credit.amount > 0)

export const exchangedQuantity = ({ id }: OrderItem, returns: Return[]): number =>
  sumQuantities(creditedReturns(returns), id, ({ quantity }) => quantity)

export const refundableQuantity = (item: OrderItem, returns: Return[]): number =>
  Math.max(0, item.quantities.ordered - item.quantities.refunded - exchangedQuantity(item, returns))

/** Units returned for a refund and not refunded yet. */
function unrefundedQuantity(item: OrderItem, returns: Return[]): number {
  const { ordered, current, returned, refunded } = item.quantities
  const exchanged = sumQuantities(creditedReturns(returns), item.id, ({ received }) => received)
  const refundedReturns = Math.max(0, refunded - (ordered - current))
  return Math.min(refundableQuantity(item, returns), Math.max(0, returned - exchanged - refundedReturns))
}

/** For one return, or for all. */
export function unrefundedQuantities({ items }: Order, returns: Return[], onlyReturn?: Return): Quantities {
  const quantities = items.map((item) => {
    const max = onlyReturn ? sumQuantities([onlyReturn], item.id, ({ received }) => received) : Number.POSITIVE_INFINITY
    return [item.id, Math.min(max, unrefundedQuantity(item, returns))] as const
  })
  return Object.fromEntries(quantities.filter(([, quantity]) => quantity > 0))
}

/** Preselects a single returnable item; with several the user has to choose. */
export function defaultReturnQuantities({ items }: Order, returns: Return[]): Quantities {
  const [only, ...others] = items.filter((item) => returnableQuantity(item, returns) > 0)
  return only && others.length === 0 ? { [only.id]: returnableQuantity(only, returns) } : {}
}
