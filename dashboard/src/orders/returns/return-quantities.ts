import type { Quantities } from '../order-actions.ts'
import type { Order, OrderItem } from '../orders.ts'
import type { Return } from './returns.ts'

const sumQuantities = (returns: Return[], lineId: string, count: (line: Return['lines'][number]) => number): number =>
  returns
    .flatMap(({ lines }) => lines.filter((line) => line.lineId === lineId))
    .reduce((sum, line) => sum + count(line), 0)

/** Only fulfilled units can be returned, and only once: open returns count. */
export function returnableQuantity({ id, quantities: { fulfilled, returned } }: OrderItem, returns: Return[]): number {
  const open = returns.filter(({ status }) => status === 'requested' || status === 'approved')
  return Math.max(0, fulfilled - returned - sumQuantities(open, id, ({ quantity, received }) => quantity - received))
}

/** Their payment was credited to an exchange order, so they cannot be refunded as well. */
const creditedReturns = (returns: Return[]) => returns.filter(({ exchange }) => exchange && exchange.credit.amount > 0)

export const exchangedQuantity = ({ id }: OrderItem, returns: Return[]): number =>
  sumQuantities(creditedReturns(returns), id, ({ quantity }) => quantity)

export const refundableQuantity = (line: OrderItem, returns: Return[]): number =>
  Math.max(0, line.quantities.ordered - line.quantities.refunded - exchangedQuantity(line, returns))

/** Units returned for a refund and not refunded yet. */
function unrefundedQuantity(line: OrderItem, returns: Return[]): number {
  const { ordered, current, returned, refunded } = line.quantities
  const exchanged = sumQuantities(creditedReturns(returns), line.id, ({ received }) => received)
  const refundedReturns = Math.max(0, refunded - (ordered - current))
  return Math.min(refundableQuantity(line, returns), Math.max(0, returned - exchanged - refundedReturns))
}

/** For one return, or for all. */
export function unrefundedQuantities({ items }: Order, returns: Return[], onlyReturn?: Return): Quantities {
  const quantities = items.map((line) => {
    const max = onlyReturn ? sumQuantities([onlyReturn], line.id, ({ received }) => received) : Number.POSITIVE_INFINITY
    return [line.id, Math.min(max, unrefundedQuantity(line, returns))] as const
  })
  return Object.fromEntries(quantities.filter(([, quantity]) => quantity > 0))
}

/** Preselects a single returnable item; with several the user has to choose. */
export function defaultReturnQuantities({ items }: Order, returns: Return[]): Quantities {
  const [only, ...others] = items.filter((line) => returnableQuantity(line, returns) > 0)
  return only && others.length === 0 ? { [only.id]: returnableQuantity(only, returns) } : {}
}
