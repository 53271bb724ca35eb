import type { Quantities } from './deeds.ts'
import type { Order, OrderLine } from './orders.ts'
import type { Return } from './returns.ts'

const countOf = (returns: Return[], lineId: string, count: (line: Return['lines'][number]) => number): number =>
  returns
    .flatMap(({ lines }) => lines.filter((line) => line.lineId === lineId))
    .reduce((sum, line) => sum + count(line), 0)

/** Only what was sent can come back, and nothing twice: what is asked for or on its way counts. */
export function leftToReturn({ id, quantities: { fulfilled, returned } }: OrderLine, returns: Return[]): number {
  const open = returns.filter(({ status }) => status === 'requested' || status === 'approved')
  return Math.max(0, fulfilled - returned - countOf(open, id, ({ quantity, received }) => quantity - received))
}

/** What was paid for these has paid for other goods: they are not refunded as well. */
const exchangedIn = (returns: Return[]) => returns.filter(({ exchange }) => exchange && exchange.credit.amount > 0)

export const exchangedOf = ({ id }: OrderLine, returns: Return[]): number =>
  countOf(exchangedIn(returns), id, ({ quantity }) => quantity)

export const leftToRefund = (line: OrderLine, returns: Return[]): number =>
  Math.max(0, line.quantities.ordered - line.quantities.refunded - exchangedOf(line, returns))

/** What has come back for money and was not paid back yet. */
function owedBack(line: OrderLine, returns: Return[]): number {
  const { ordered, current, returned, refunded } = line.quantities
  const forOthers = countOf(exchangedIn(returns), line.id, ({ received }) => received)
  const paid = Math.max(0, refunded - (ordered - current))
  return Math.min(leftToRefund(line, returns), Math.max(0, returned - forOthers - paid))
}

/** Of one return, or of all. */
export function owedBackOf({ items }: Order, returns: Return[], one?: Return): Quantities {
  const owed = items.map((line) => {
    const most = one ? countOf([one], line.id, ({ received }) => received) : Number.POSITIVE_INFINITY
    return [line.id, Math.min(most, owedBack(line, returns))] as const
  })
  return Object.fromEntries(owed.filter(([, quantity]) => quantity > 0))
}

/** All of it where there is one kind of thing, which is what is meant then; else it is for somebody to say. */
export function likelyReturn({ items }: Order, returns: Return[]): Quantities {
  const [only, ...others] = items.filter((line) => leftToReturn(line, returns) > 0)
  return only && others.length === 0 ? { [only.id]: leftToReturn(only, returns) } : {}
}
