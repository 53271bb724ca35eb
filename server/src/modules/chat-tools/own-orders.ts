import type { Ctx } from '../../ctx.ts'
import { normalizeEmail } from '../customers/identity/identity.ts'
import { listOrders } from '../orders/orders.ts'
import type { Order } from '../orders/schemas.ts'
import type { ToolSession } from './schemas.ts'
import { ToolError } from './tool-error.ts'

const LISTED_ORDERS = 5
/** Numbers are stored as 32-bit integers. */
const MAX_NUMBER = 2_147_483_647

type Person = Pick<ToolSession, 'customer' | 'verifiedEmail'>

/** An order that does not exist and one of somebody else read the same. */
export async function findOwnOrder(ctx: Ctx, person: Person, number: number): Promise<Order> {
  const { data } = number > MAX_NUMBER ? { data: [] } : await listOrders(ctx, { number, limit: 1 })
  const own = data.find((order) => isPlaced(order) && isOwnedBy(person, order))
  if (!own) throw new ToolError('not_found', `You have no order with the number ${number}.`)
  return own
}

/** Newest first. */
export async function listOwnOrders(ctx: Ctx, { customer, verifiedEmail }: Person): Promise<Order[]> {
  const filters = [
    ...(customer ? [{ customerId: customer.id }] : []),
    ...(verifiedEmail ? [{ email: verifiedEmail }] : []),
  ]
  const pages = await Promise.all(filters.map((filter) => listOrders(ctx, { ...filter, limit: LISTED_ORDERS * 2 })))
  const orders = new Map(pages.flatMap(({ data }) => data.filter(isPlaced)).map((order) => [order.id, order]))
  return [...orders.values()].sort((one, other) => (one.placedAt < other.placedAt ? 1 : -1)).slice(0, LISTED_ORDERS)
}

/** The email of a signed-in customer may not be verified, so only their ID counts. */
const isOwnedBy = ({ customer, verifiedEmail }: Person, { customerId, email }: Order): boolean =>
  (customer !== null && customerId === customer.id) ||
  (verifiedEmail !== null && email !== null && normalizeEmail(email) === normalizeEmail(verifiedEmail))

/** Staff are still working on a draft. */
const isPlaced = ({ status }: Order): boolean => status !== 'draft'
