import type { Ctx } from '../ctx.ts'
import { money } from '../kit/money.ts'
import { getProduct } from '../modules/catalog/products.ts'
import type { Product } from '../modules/catalog/schemas.ts'
import { changeFulfillment, fulfill, listFulfillments } from '../modules/orders/goods/fulfillments.ts'
import { approveReturn, receiveReturn, requestReturn } from '../modules/orders/goods/returns.ts'
import { draftOrder } from '../modules/orders/new/drafts.ts'
import { exchange } from '../modules/orders/new/exchanges.ts'
import { importOrder } from '../modules/orders/new/imports.ts'
import { keepNumber } from '../modules/orders/place-order.ts'
import type { Order } from '../modules/orders/schemas.ts'

/** What has become of it: each word is one more step. */
type Fate =
  | 'unpaid'
  | 'paid'
  | 'sent in part'
  | 'sent'
  | 'delivered'
  | 'asked back'
  | 'returned'
  | 'exchanged'
  | 'canceled'

interface DemoOrder {
  who: string
  place: [line1: string, postcode: string, city: string, country: string]
  daysAgo: number
  /** By the beginning of the SKU: the first variant. */
  items: Record<string, number>
  fate: Fate
  tags?: string[]
  note?: string
  staffNote?: string
}

/** The oldest first, as they have come in. */
const ORDERS: DemoOrder[] = [
  {
    who: 'Frieda Lindner',
    place: ['Gartenstraße 8', '10115', 'Berlin', 'DE'],
    daysAgo: 43,
    items: { 'SHI-SOL': 1, 'SOC-WAN': 3 },
    fate: 'delivered',
  },
  {
    who: 'Émile Laurent',
    place: ['12 rue des Lilas', '69003', 'Lyon', 'FR'],
    daysAgo: 38,
    items: { 'KNI-FJO': 1 },
    fate: 'returned',
  },
  {
    who: 'Johanna Brandt',
    place: ['Am Markt 3', '28195', 'Bremen', 'DE'],
    daysAgo: 33,
    items: { 'BLA-ALM': 1, 'CAN-BEE': 2 },
    fate: 'delivered',
    tags: ['wholesale'],
  },
  {
    who: 'Tom Visser',
    place: ['Prinsengracht 200', '1016 HB', 'Amsterdam', 'NL'],
    daysAgo: 29,
    items: { 'JAC-SKA': 1 },
    fate: 'canceled',
    staffNote: 'Ordered the wrong size and wrote within the hour.',
  },
  {
    who: 'Sofia Marino',
    place: ['Via Garibaldi 14', '20121', 'Milano', 'IT'],
    daysAgo: 24,
    items: { 'GIF-BAD': 2, 'BAT-LAV': 4 },
    fate: 'delivered',
    note: 'Two presents: please put no prices in.',
    tags: ['gift'],
  },
  {
    who: 'Ada Gruber',
    place: ['Linzer Gasse 22', '5020', 'Salzburg', 'AT'],
    daysAgo: 18,
    items: { 'SHO-HAR': 1 },
    fate: 'asked back',
  },
  {
    who: 'Frieda Lindner',
    place: ['Gartenstraße 8', '10115', 'Berlin', 'DE'],
    daysAgo: 13,
    items: { 'BAT-MAR': 2, 'BAT-GAR': 1 },
    fate: 'sent',
  },
  {
    who: 'Nora Lehmann',
    place: ['Bahnhofstraße 31', '01099', 'Dresden', 'DE'],
    daysAgo: 11,
    items: { 'SHI-SOL': 1 },
    fate: 'exchanged',
    staffNote: 'Called: one size larger, please.',
  },
  {
    who: 'Lars Nyström',
    place: ['Storgatan 5', '111 23', 'Stockholm', 'SE'],
    daysAgo: 9,
    items: { 'LAM-ABE': 1, 'CUS-RAU': 2 },
    fate: 'sent',
  },
  {
    who: 'Maria Keller',
    place: ['Schillerplatz 1', '70173', 'Stuttgart', 'DE'],
    daysAgo: 6,
    items: { 'SCA-IDR': 1, 'CAP-SON': 1, 'SOC-WAN': 2 },
    fate: 'sent in part',
    staffNote: 'The rest follows when the dye has dried.',
  },
  {
    who: 'Hugo Peeters',
    place: ['Meir 40', '2000', 'Antwerpen', 'BE'],
    daysAgo: 4,
    items: { 'DRE-CLE': 1 },
    fate: 'paid',
  },
  {
    who: 'Kita Sonnenschein',
    place: ['Uferweg 17', '50667', 'Köln', 'DE'],
    daysAgo: 2,
    items: { 'BLA-SIE': 3 },
    fate: 'unpaid',
    note: 'We pay by bank transfer.',
    tags: ['invoice'],
  },
  {
    who: 'Clara Weiss',
    place: ['Rosenhügel 9', '1120', 'Wien', 'AT'],
    daysAgo: 1,
    items: { 'CAN-KAM': 2, 'BAT-BIR': 1 },
    fate: 'paid',
  },
]

const FIRST_NUMBER = 1001
const EXCHANGE_NUMBER = FIRST_NUMBER + ORDERS.length
const DRAFT_NUMBER = EXCHANGE_NUMBER + 1
const DAY_MS = 86_400_000
const eur = (amount: number) => money(amount, 'EUR')

/** As if the shop had sold for some weeks. Their goods have left the shelf before it was counted. */
export async function loadOrders(ctx: Ctx, idOf: ReadonlyMap<string, Product['id']>): Promise<void> {
  for (const [at, demo] of ORDERS.entries()) {
    const order = await importOrder(ctx, { ...(await wished(ctx, demo, idOf)), number: FIRST_NUMBER + at })
    await live(ctx, order, demo.fate)
    if (demo.fate === 'exchanged') await swapFirst(ctx, order)
  }
  await keepNumber(ctx, DRAFT_NUMBER)
  await draftForHugo(ctx, idOf.get('CAN-BEE'))
}

/** For the same in the next size. */
async function swapFirst(ctx: Ctx, { id, items: [first] }: Order): Promise<void> {
  const product = first?.productId && (await getProduct(ctx, first.productId as Product['id']))
  const [, next] = product ? product.variants : []
  if (!first || !next) throw new Error('The demo shop has nothing to exchange')
  const returns = [{ lineId: first.id, quantity: 1, reason: 'Too small' }]
  await exchange(ctx, id, { returns, items: [{ variantId: next.id, quantity: 1 }] }, EXCHANGE_NUMBER)
}

async function draftForHugo(ctx: Ctx, productId: Product['id'] | undefined): Promise<void> {
  const { variantId } = await itemOf(ctx, productId, 1)
  const items = [
    { variantId, quantity: 2 },
    { title: 'Engraving, two lines', quantity: 1, unitPrice: eur(900), requiresShipping: false },
  ]
  const [line1, postcode, city, country] = ['Meir 40', '2000', 'Antwerpen', 'BE'] as const
  const about = {
    email: 'hugo.peeters@example.com',
    shippingAddress: { name: 'Hugo Peeters', line1, postcode, city, country },
    shipping: { title: 'Standard delivery', amount: eur(490) },
    staffNote: 'Waits for the words from his daughter.',
  }
  await draftOrder(ctx, { kind: 'draft', currency: 'EUR', items, ...about }, DRAFT_NUMBER)
}

const WORDS: readonly Fate[] = ['sent', 'delivered', 'asked back', 'returned', 'exchanged']

/** Of an exchange the buyer is told, and a mail of the demo shop must not leave the house: she has called and gave no address. */
const NAMELESS: Fate = 'exchanged'

async function wished(ctx: Ctx, demo: DemoOrder, idOf: ReadonlyMap<string, Product['id']>) {
  const { who, place, daysAgo, fate, tags, note, staffNote } = demo
  const [line1, postcode, city, country] = place
  const items = []
  for (const [sku, quantity] of Object.entries(demo.items)) items.push(await itemOf(ctx, idOf.get(sku), quantity))
  const sum = items.reduce((total, { unitPrice, quantity }) => total + unitPrice.amount * quantity, 0)
  const fee = sum >= 5000 ? 0 : 490
  const paid = { kind: 'external', amount: eur(sum + fee), status: 'paid' } as const
  const placedAt = new Date(ctx.now.getTime() - daysAgo * DAY_MS)
  const customerId = idOfCustomer(who)
  return {
    kind: 'import',
    placedAt: placedAt.toISOString(),
    currency: 'EUR',
    email: fate === NAMELESS ? null : `${customerId}@example.com`,
    customerId,
    shippingAddress: { name: who, line1, postcode, city, country },
    items,
    shipping: { title: 'Standard delivery', amount: eur(fee), tax: eur(taxIn(fee, 19)) },
    payments: fate === 'unpaid' ? [] : [fate === 'canceled' ? { ...paid, refunded: paid.amount } : paid],
    fulfilled: WORDS.includes(fate),
    ...(fate === 'canceled' && { canceledAt: new Date(placedAt.getTime() + DAY_MS / 24).toISOString() }),
    ...(tags && { tags }),
    ...(note && { note }),
    ...(staffNote && { staffNote }),
  } as const satisfies Parameters<typeof importOrder>[1]
}

const idOfCustomer = (who: string): string => {
  const letters = who.toLowerCase().normalize('NFD')
  return letters.replaceAll(/[^a-z ]/g, '').replaceAll(' ', '.')
}

async function itemOf(ctx: Ctx, productId: Product['id'] | undefined, quantity: number) {
  const product = productId && (await getProduct(ctx, productId))
  const [variant] = product ? product.variants : []
  const price = variant?.prices.find(({ price }) => price.currency === 'EUR')?.price
  if (!product || !variant || !price) throw new Error(`The demo shop has sold what it does not have: ${productId}`)
  const { title, taxClass } = product
  const tax = eur(taxIn(price.amount * quantity, taxClass === 'reduced' ? 7 : 19))
  return { title, variantId: variant.id, quantity, unitPrice: price, tax }
}

/** Prices hold it. */
const taxIn = (amount: number, percentage: number): number => Math.round((amount * percentage) / (100 + percentage))

/** What happened to it after it was ordered. */
async function live(ctx: Ctx, { id, items }: Order, fate: Fate): Promise<void> {
  const [first] = items
  if (!first) return
  const one = [{ lineId: first.id, quantity: 1 }]
  const tracking = { carrier: 'Post', number: `00340${id.slice(-10).replaceAll(/\D/g, '7')}` }
  if (fate === 'sent in part') await fulfill(ctx, id, { lines: one, tracking, notify: false })
  if (fate === 'delivered') {
    const [parcel] = (await listFulfillments(ctx, id, {})).data
    if (parcel) await changeFulfillment(ctx, { id, fulfillmentId: parcel.id }, { status: 'delivered', tracking })
  }
  if (fate !== 'asked back' && fate !== 'returned') return
  const { id: returnId } = await requestReturn(ctx, id, {
    lines: [{ lineId: first.id, quantity: 1, reason: 'Does not fit' }],
  })
  if (fate === 'asked back') return
  await approveReturn(ctx, { id, returnId })
  await receiveReturn(ctx, { id, returnId }, {})
}
