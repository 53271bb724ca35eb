import { type Static, Type } from 'typebox'
import { Id, Optional, PageQuery } from '../../../kit/schema.ts'
import { Consent, Customer, CustomerChanges, PhoneNumber } from '../../customers/schemas.ts'
import { LoyaltyAccount } from '../../loyalty/schemas.ts'
import { Order } from '../../orders/schemas.ts'

/** What a customer sees of themselves: nothing that the shop notes about them. */
const { id, name, company, locale, emails, phones, addresses, marketing, version, createdAt } = Customer.properties
export const CustomerProfile = Type.Object({
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
export type CustomerProfile = Static<typeof CustomerProfile>

export const CustomerProfileChanges = Type.Object(
  {
    name: CustomerChanges.properties.name,
    locale: CustomerChanges.properties.locale,
    phones: Optional(
      Type.Array(Type.Object({ number: PhoneNumber }), {
        maxItems: 20,
        description: 'Replaces all phones; the first one is the primary one. New ones are not verified.',
      }),
    ),
    addresses: CustomerChanges.properties.addresses,
  },
  { examples: [{ name: 'Ada Lovelace', locale: 'en-GB' }] },
)
export type CustomerProfileChanges = Static<typeof CustomerProfileChanges>

/** An order as its buyer sees it. */
const order = Order.properties
export const OwnOrder = Type.Object({
  id: order.id,
  number: order.number,
  status: order.status,
  paymentStatus: order.paymentStatus,
  fulfillmentStatus: order.fulfillmentStatus,
  returnStatus: order.returnStatus,
  currency: order.currency,
  email: order.email,
  items: order.items,
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
export type OwnOrder = Static<typeof OwnOrder>

export const OwnOrderPath = Type.Object({ orderId: Id('ord') })
export const OwnOrdersQuery = PageQuery({})
export type OwnOrdersQuery = Static<typeof OwnOrdersQuery>

const { balance, value } = LoyaltyAccount.properties
/** Of a customer without points too. */
export const OwnPoints = Type.Object({ balance, value })
export type OwnPoints = Static<typeof OwnPoints>

const consent = Consent.properties
/** Without the staff member or key that recorded it. */
export const OwnConsent = Type.Object({
  id: consent.id,
  channel: consent.channel,
  state: consent.state,
  shownText: consent.shownText,
  source: consent.source,
  createdAt: consent.createdAt,
})
export type OwnConsent = Static<typeof OwnConsent>
