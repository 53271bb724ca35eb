import type { Ctx, SignedInCustomer } from '../../../ctx.ts'
import type { Page } from '../../../db/page.ts'
import { invalidCustomerToken } from '../../../http/auth/customer-token.ts'
import { AppError, notFound } from '../../../kit/errors.ts'
import { money } from '../../../kit/money.ts'
import { listConsents, recordConsent } from '../../customers/consents/consents.ts'
import { getCustomer, updateCustomer } from '../../customers/customers.ts'
import type { Consent, ConsentsQuery, Customer, NewConsent } from '../../customers/schemas.ts'
import { getAccount } from '../../loyalty/loyalty.ts'
import { getProgram } from '../../loyalty/program/program.ts'
import { getOrder, listOrders } from '../../orders/orders.ts'
import type { Order } from '../../orders/schemas.ts'
import type {
  CustomerProfile,
  CustomerProfileChanges,
  OwnConsent,
  OwnOrder,
  OwnOrdersQuery,
  OwnPoints,
} from './schemas.ts'

/** Routes for a signed-in customer declare that they require one. */
function assertSignedIn({ customer }: Ctx): SignedInCustomer {
  if (!customer) throw invalidCustomerToken()
  return customer
}

export const getMe = async (ctx: Ctx): Promise<CustomerProfile> =>
  toProfile(await getCustomer(ctx, assertSignedIn(ctx).id))

export const updateMe = async (
  ctx: Ctx,
  changes: CustomerProfileChanges,
  ifMatch: string | undefined,
): Promise<CustomerProfile> => toProfile(await updateCustomer(ctx, assertSignedIn(ctx).id, changes, ifMatch))

const toProfile = ({
  id,
  name,
  company,
  locale,
  emails,
  phones,
  addresses,
  marketing,
  version,
  createdAt,
}: Customer): CustomerProfile => ({
  id,
  name,
  company,
  locale,
  emails,
  phones,
  addresses,
  marketing,
  version,
  createdAt,
})

export async function listOwnOrders(ctx: Ctx, query: OwnOrdersQuery): Promise<Page<OwnOrder>> {
  const { data, nextCursor } = await listOrders(ctx, { ...query, customerId: assertSignedIn(ctx).id })
  return { data: data.filter(isPlaced).map(toOwnOrder), nextCursor }
}

/** Another customer's order does not exist for this one. */
export async function getOwnOrder(ctx: Ctx, id: string): Promise<OwnOrder> {
  const customer = assertSignedIn(ctx)
  const order = await getOrder(ctx, id)
  if (order.customerId !== customer.id || !isPlaced(order)) throw notFound('order', id)
  return toOwnOrder(order)
}

/** Staff are still working on a draft. */
const isPlaced = ({ status }: Order) => status !== 'draft'

const toOwnOrder = (order: Order): OwnOrder => ({
  id: order.id,
  number: order.number,
  status: order.status,
  paymentStatus: order.paymentStatus,
  fulfillmentStatus: order.fulfillmentStatus,
  returnStatus: order.returnStatus,
  currency: order.currency,
  email: order.email,
  items: order.items.map((item) => ({ ...item, properties: publicProperties(item.properties) })),
  shippingAddress: order.shippingAddress,
  billingAddress: order.billingAddress,
  shipping: order.shipping,
  promotions: order.promotions,
  taxes: order.taxes,
  totals: order.totals,
  refunded: order.refunded,
  note: order.note,
  placedAt: order.placedAt,
  canceledAt: order.canceledAt,
})

/** Names that start with `_` are the shop's own. */
const publicProperties = (properties: Record<string, string>) =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => !name.startsWith('_')))

export async function listOwnConsents(ctx: Ctx, query: ConsentsQuery): Promise<Page<OwnConsent>> {
  const { data, nextCursor } = await listConsents(ctx, assertSignedIn(ctx).id, query)
  return { data: data.map(toOwnConsent), nextCursor }
}

export const recordOwnConsent = async (ctx: Ctx, input: NewConsent): Promise<OwnConsent> =>
  toOwnConsent(await recordConsent(ctx, assertSignedIn(ctx).id, input))

const toOwnConsent = ({ actor: _, ...consent }: Consent): OwnConsent => consent

export async function getOwnPoints(ctx: Ctx): Promise<OwnPoints> {
  try {
    const { balance, value } = await getAccount(ctx, assertSignedIn(ctx).id)
    return { balance, value }
  } catch (error) {
    // The first points open an account.
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    const { pointValues } = await getProgram(ctx)
    return { balance: 0, value: pointValues.map(({ currency }) => money(0, currency)) }
  }
}
