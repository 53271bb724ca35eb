import type { Ctx } from '../ctx.ts'
import { money } from '../kit/money.ts'
import { getProduct } from '../modules/catalog/catalog.ts'
import type { Product } from '../modules/catalog/schemas.ts'
import { createDraftOrder } from '../modules/orders/drafts/drafts.ts'
import { createExchange } from '../modules/orders/exchanges/exchanges.ts'
import { changeFulfillment, fulfill, listFulfillments } from '../modules/orders/fulfillments/fulfillments.ts'
import { importOrder } from '../modules/orders/import-order.ts'
import { reserveOrderNumber } from '../modules/orders/orders.ts'
import { approveReturn, receiveReturn, requestReturn } from '../modules/orders/returns/returns.ts'
import type { Order } from '../modules/orders/schemas.ts'

/** Final state of the order, roughly in the order of its life cycle. */
type Outcome =
  | 'unpaid'
  | 'paid'
  | 'sent in part'
  | 'sent'
  | 'delivered'
  | 'return requested'
  | 'returned'
  | 'exchanged'
  | 'canceled'

interface DemoOrder {
  customerName: string
  address: [line1: string, postalCode: string, city: string, country: string]
  daysAgo: number
  /** Quantity by SKU prefix; the order takes the first variant. */
  items: Record<string, number>
  outcome: Outcome
  tags?: string[]
  note?: string
  staffNote?: string
}

/** Oldest first, in order of arrival. */
const ORDERS: DemoOrder[] = [
  {
    customerName: 'Frieda Lindner',
    address: ['Gartenstraße 8', '10115', 'Berlin', 'DE'],
    daysAgo: 43,
    items: { 'SHI-SOL': 1, 'SOC-WAN': 3 },
    outcome: 'delivered',
  },
  {
    customerName: 'Émile Laurent',
    address: ['12 rue des Lilas', '69003', 'Lyon', 'FR'],
    daysAgo: 38,
    items: { 'KNI-FJO': 1 },
    outcome: 'returned',
  },
  {
    customerName: 'Johanna Brandt',
    address: ['Am Markt 3', '28195', 'Bremen', 'DE'],
    daysAgo: 33,
    items: { 'BLA-ALM': 1, 'CAN-BEE': 2 },
    outcome: 'delivered',
    tags: ['wholesale'],
  },
  {
    customerName: 'Tom Visser',
    address: ['Prinsengracht 200', '1016 HB', 'Amsterdam', 'NL'],
    daysAgo: 29,
    items: { 'JAC-SKA': 1 },
    outcome: 'canceled',
    staffNote: 'Ordered the wrong size and wrote to us within the hour.',
  },
  {
    customerName: 'Sofia Marino',
    address: ['Via Garibaldi 14', '20121', 'Milano', 'IT'],
    daysAgo: 24,
    items: { 'GIF-BAD': 2, 'BAT-LAV': 4 },
    outcome: 'delivered',
    note: 'These are gifts. Please leave out the prices.',
    tags: ['gift'],
  },
  {
    customerName: 'Ada Gruber',
    address: ['Linzer Gasse 22', '5020', 'Salzburg', 'AT'],
    daysAgo: 18,
    items: { 'SHO-HAR': 1 },
    outcome: 'return requested',
  },
  {
    customerName: 'Frieda Lindner',
    address: ['Gartenstraße 8', '10115', 'Berlin', 'DE'],
    daysAgo: 13,
    items: { 'BAT-MAR': 2, 'BAT-GAR': 1 },
    outcome: 'sent',
  },
  {
    customerName: 'Nora Lehmann',
    address: ['Bahnhofstraße 31', '01099', 'Dresden', 'DE'],
    daysAgo: 11,
    items: { 'SHI-SOL': 1 },
    outcome: 'exchanged',
    staffNote: 'Called: wants one size up.',
  },
  {
    customerName: 'Lars Nyström',
    address: ['Storgatan 5', '111 23', 'Stockholm', 'SE'],
    daysAgo: 9,
    items: { 'LAM-ABE': 1, 'CUS-RAU': 2 },
    outcome: 'sent',
  },
  {
    customerName: 'Maria Keller',
    address: ['Schillerplatz 1', '70173', 'Stuttgart', 'DE'],
    daysAgo: 6,
    items: { 'SCA-IDR': 1, 'CAP-SON': 1, 'SOC-WAN': 2 },
    outcome: 'sent in part',
    staffNote: 'The rest ships when the dye has dried.',
  },
  {
    customerName: 'Hugo Peeters',
    address: ['Meir 40', '2000', 'Antwerpen', 'BE'],
    daysAgo: 4,
    items: { 'DRE-CLE': 1 },
    outcome: 'paid',
  },
  {
    customerName: 'Kita Sonnenschein',
    address: ['Uferweg 17', '50667', 'Köln', 'DE'],
    daysAgo: 2,
    items: { 'BLA-SIE': 3 },
    outcome: 'unpaid',
    note: 'We will pay by bank transfer.',
    tags: ['invoice'],
  },
  {
    customerName: 'Clara Weiss',
    address: ['Rosenhügel 9', '1120', 'Wien', 'AT'],
    daysAgo: 1,
    items: { 'CAN-KAM': 2, 'BAT-BIR': 1 },
    outcome: 'paid',
  },
]

const FIRST_NUMBER = 1001
const EXCHANGE_NUMBER = FIRST_NUMBER + ORDERS.length
const DRAFT_NUMBER = EXCHANGE_NUMBER + 1
const DAY_MS = 86_400_000
const eur = (amount: number) => money(amount, 'EUR')

/** Imports several weeks of orders. Their items are not in the demo stock, as if it was counted after they shipped. */
export async function loadOrders(ctx: Ctx, idOf: ReadonlyMap<string, Product['id']>): Promise<void> {
  for (const [at, demo] of ORDERS.entries()) {
    const order = await importOrder(ctx, { ...(await toImport(ctx, demo, idOf)), number: FIRST_NUMBER + at })
    await advanceOrder(ctx, order, demo.outcome)
    if (demo.outcome === 'exchanged') await exchangeFirstItem(ctx, order)
  }
  await reserveOrderNumber(ctx, DRAFT_NUMBER)
  await createDraft(ctx, idOf.get('CAN-BEE'))
}

/** Exchanges it for the next size. */
async function exchangeFirstItem(ctx: Ctx, { id, items: [first] }: Order): Promise<void> {
  const product = first?.productId && (await getProduct(ctx, first.productId as Product['id']))
  const [, next] = product ? product.variants : []
  if (!first || !next) throw new Error('The demo shop has nothing to exchange')
  const returns = [{ itemId: first.id, quantity: 1, reason: 'Too small' }]
  await createExchange(ctx, id, { returns, items: [{ variantId: next.id, quantity: 1 }] }, EXCHANGE_NUMBER)
}

async function createDraft(ctx: Ctx, productId: Product['id'] | undefined): Promise<void> {
  const { variantId } = await toOrderItem(ctx, productId, 1)
  const items = [
    { variantId, quantity: 2 },
    { title: 'Engraving, two lines', quantity: 1, unitPrice: eur(900), requiresShipping: false },
  ]
  const [line1, postalCode, city, country] = ['Meir 40', '2000', 'Antwerpen', 'BE'] as const
  const details = {
    email: 'hugo.peeters@example.com',
    shippingAddress: { name: 'Hugo Peeters', line1, postalCode, city, country },
    shipping: { title: 'Standard delivery', amount: eur(490) },
    staffNote: 'Waiting for the text from his daughter.',
  }
  await createDraftOrder(ctx, { kind: 'draft', currency: 'EUR', items, ...details }, DRAFT_NUMBER)
}

const FULFILLED_OUTCOMES: readonly Outcome[] = ['sent', 'delivered', 'return requested', 'returned', 'exchanged']

/** An exchange emails the buyer, and the demo shop must not send email: this order has no email address. */
const OUTCOME_WITHOUT_EMAIL: Outcome = 'exchanged'

async function toImport(ctx: Ctx, demo: DemoOrder, idOf: ReadonlyMap<string, Product['id']>) {
  const { customerName, address, daysAgo, outcome, tags, note, staffNote } = demo
  const [line1, postalCode, city, country] = address
  const items = []
  for (const [sku, quantity] of Object.entries(demo.items)) items.push(await toOrderItem(ctx, idOf.get(sku), quantity))
  const subtotal = items.reduce((total, { unitPrice, quantity }) => total + unitPrice.amount * quantity, 0)
  const shippingFee = subtotal >= 5000 ? 0 : 490
  const paid = { kind: 'external', amount: eur(subtotal + shippingFee), status: 'paid' } as const
  const placedAt = new Date(ctx.now.getTime() - daysAgo * DAY_MS)
  return {
    kind: 'import',
    placedAt: placedAt.toISOString(),
    currency: 'EUR',
    email: outcome === OUTCOME_WITHOUT_EMAIL ? null : `${localPartOf(customerName)}@example.com`,
    shippingAddress: { name: customerName, line1, postalCode, city, country },
    items,
    shipping: { title: 'Standard delivery', amount: eur(shippingFee), tax: eur(includedTax(shippingFee, 19)) },
    payments: outcome === 'unpaid' ? [] : [outcome === 'canceled' ? { ...paid, refunded: paid.amount } : paid],
    fulfilled: FULFILLED_OUTCOMES.includes(outcome),
    ...(outcome === 'canceled' && { canceledAt: new Date(placedAt.getTime() + DAY_MS / 24).toISOString() }),
    ...(tags && { tags }),
    ...(note && { note }),
    ...(staffNote && { staffNote }),
  } as const satisfies Parameters<typeof importOrder>[1]
}

const localPartOf = (customerName: string): string => {
  const letters = customerName.toLowerCase().normalize('NFD')
  return letters.replaceAll(/[^a-z ]/g, '').replaceAll(' ', '.')
}

async function toOrderItem(ctx: Ctx, productId: Product['id'] | undefined, quantity: number) {
  const product = productId && (await getProduct(ctx, productId))
  const [variant] = product ? product.variants : []
  const price = variant?.prices.find(({ price }) => price.currency === 'EUR')?.price
  if (!product || !variant || !price) throw new Error(`The demo shop does not have the product ${productId}`)
  const { title, taxClass } = product
  const tax = eur(includedTax(price.amount * quantity, taxClass === 'reduced' ? 7 : 19))
  return { title, variantId: variant.id, quantity, unitPrice: price, tax }
}

/** Prices include tax. */
const includedTax = (amount: number, percentage: number): number =>
  Math.round((amount * percentage) / (100 + percentage))

async function advanceOrder(ctx: Ctx, order: Order, outcome: Outcome): Promise<void> {
  const { id } = order
  const [first] = order.items
  if (!first) return
  const items = [{ itemId: first.id, quantity: 1 }]
  const tracking = { carrier: 'Post', number: `00340${id.slice(-10).replaceAll(/\D/g, '7')}` }
  if (outcome === 'sent in part') await fulfill(ctx, id, { items, tracking, notify: false })
  if (outcome === 'delivered') {
    const [parcel] = (await listFulfillments(ctx, id, {})).data
    if (parcel) await changeFulfillment(ctx, { id, fulfillmentId: parcel.id }, { status: 'delivered', tracking })
  }
  if (outcome !== 'return requested' && outcome !== 'returned') return
  const { id: returnId } = await requestReturn(ctx, id, {
    items: [{ itemId: first.id, quantity: 1, reason: 'Does not fit' }],
  })
  if (outcome === 'return requested') return
  await approveReturn(ctx, { id, returnId })
  await receiveReturn(ctx, { id, returnId }, {})
}
