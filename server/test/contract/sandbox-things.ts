import { SESSIONS, spokenByAgents } from '../agent.ts'
import type { Caller } from '../open-shop.ts'
import { importJugs } from '../sample-orders.ts'
import { givePoints } from '../sample-points.ts'
import { addProduct, SHIRT } from '../sample-products.ts'

export const aLocation = async () => ({ name: `Shed ${performance.now()}` })

const NEVER_OUT = { trackStock: false, requiresShipping: false }
const BUYER = { email: 'ada@example.com' }

/** One is enough for a caller: it is never out. */
const variants = new WeakMap<Caller, string>()

/** Something that can be bought, and a cart that holds it. */
export async function aVariant(caller: Caller): Promise<string> {
  const known = variants.get(caller)
  if (known) return known
  const [first] = (
    await addProduct(caller, { variants: (SHIRT.variants ?? []).map((one) => ({ ...one, ...NEVER_OUT })) })
  ).variants
  variants.set(caller, first.id)
  return first.id
}
export const aCart = async (caller: Caller) =>
  (await caller.post('/v1/carts', { items: [{ variantId: await aVariant(caller) }] })).body

/** With the total, because staff have shown the cart to no buyer. */
export async function aPurchase(caller: Caller) {
  const { id, totals } = await aCart(caller)
  return { ...BUYER, cartId: id, expectedTotal: totals.total }
}

export const aCheckout = async (caller: Caller): Promise<string> =>
  (await caller.post('/v1/checkout/intent', await aPurchase(caller))).body.id

export async function aSession(caller: Caller): Promise<string> {
  const wanted = { line_items: [{ id: await aVariant(caller) }], currency: 'eur', capabilities: {} }
  return (await caller.post(SESSIONS, wanted, spokenByAgents())).body.id
}
export async function anOrder(caller: Caller, more: object = {}): Promise<string> {
  const wanted = { ...(await aPurchase(caller)), paymentMethod: 'pm_card_visa', ...more }
  return (await caller.post('/v1/checkout/card', wanted)).body.order.id
}

export const A_TEMPLATE = { subject: 'Tried', body: 'In the sandbox' }
export const aConfirmation = async (caller: Caller) => ({ kind: 'order_confirmation', orderId: await anOrder(caller) })
export const aMail = async (caller: Caller): Promise<string> =>
  (await caller.post('/v1/mails', await aConfirmation(caller))).body.id
export const A_DRAFT = {
  kind: 'draft',
  items: [{ title: 'Work', unitPrice: { amount: 900, currency: 'EUR' }, quantity: 1 }],
}

/** Of what was made last: a body is made after the path that it is for, and must not make anything itself. */
export async function aSentLine(caller: Caller) {
  const { data } = (await caller.get('/v1/orders?fulfillmentStatus=fulfilled&limit=1')).body
  return { lineId: data[0]?.items[0].id ?? 'li_unknown', quantity: 1 }
}
export async function anAccount(caller: Caller): Promise<string> {
  const customerId = `customer-${performance.now()}`
  await givePoints({ api: caller }, customerId, 10)
  return `/v1/loyalty/accounts/${customerId}`
}

export async function aReturn(caller: Caller): Promise<string> {
  const path = `/v1/orders/${(await importJugs(caller)).id}/returns`
  return `${path}/${(await caller.post(path, { lines: [await aSentLine(caller)] })).body.id}`
}
export async function anApprovedReturn(caller: Caller): Promise<string> {
  const path = await aReturn(caller)
  await caller.post(`${path}/approval`)
  return path
}

export const A_ZONE = { name: 'Tried', places: [{ country: 'AT' }] }
export const AN_ADDRESS = { url: 'https://rates.example.com/quote' }
export const A_PROFILE = { name: 'Tried', items: { tags: ['bulky'] } }

/** One is enough: a shop has a hundred at most. */
export async function aZone(caller: Caller): Promise<string> {
  const [known] = (await caller.get('/v1/shipping/zones?limit=1')).body.data
  return (known ?? (await caller.post('/v1/shipping/zones', A_ZONE)).body).id
}
let made = 0
export const aRate = async (caller: Caller) => ({
  zoneId: await aZone(caller),
  title: 'Tried',
  service: `tried-${made++}`,
  price: { kind: 'flat', amounts: [{ amount: 490, currency: 'EUR' }] },
})
export const aTaxRegion = async () => ({
  place: { country: 'AT', postcodes: [`${made++}`] },
  rates: [{ class: 'standard', name: 'VAT', percentage: 20 }],
})
