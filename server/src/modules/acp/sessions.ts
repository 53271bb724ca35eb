import type { Ctx } from '../../ctx.ts'
import { assertNoCardNumbers } from '../../kit/card-number.ts'
import { AppError } from '../../kit/errors.ts'
import { newSecretId } from '../../kit/ids.ts'
import { changeCart, createCart, getCart } from '../carts/carts.ts'
import type { Item } from '../carts/request-schemas.ts'
import { rewriteCart } from '../carts/rewrite.ts'
import type { Cart } from '../carts/schemas.ts'
import { cancelCheckout, findCheckoutOf } from '../checkout/checkout.ts'
import { changeSession } from './change-session.ts'
import { AcpRefusal } from './errors.ts'
import { abilitiesOf, attributesOf, buyerOf, codesOf, contactOf, itemsOf, optionOf, saidOf } from './from-request.ts'
import { findRow, type Known, look, ratesFor } from './look.ts'
import { failure, isOfStock, isShort, newsOf, toRefusedCode } from './messages.ts'
import * as queries from './queries.ts'
import type { SessionData, SessionRow } from './rows.ts'
import type { CreateRequest, UpdateRequest } from './schemas.ts'
import type { AcpSession, Message } from './shapes.ts'
import type { Version } from './versions.ts'

/** What can't be had is told in the session; only what there never was is refused. */
export async function createSession(ctx: Ctx, wanted: CreateRequest, version: Version): Promise<AcpSession> {
  const items = itemsOf(wanted)
  if (!items) {
    const said = { code: 'missing', param: '$.line_items' }
    throw new AcpRefusal('invalid_request', 'Say what is wanted, as line_items.', said)
  }
  const { locale, timezone, quote_id, metadata } = wanted
  assertNoCardNumbers(ctx, { buyer: wanted.buyer, fulfillment_details: wanted.fulfillment_details, metadata })
  const attributes = attributesOf(wanted)
  const about = { ...saidOf(wanted), attributes, ...(locale !== undefined && { locale }) }
  const currency = wanted.currency?.toUpperCase()
  const codes = codesOf(wanted) ?? []
  const { made, notices } = await withoutSoldOut(items, (items) =>
    createCart(ctx, { ...about, items, codes, ...(currency !== undefined && { currency }) }),
  )
  const known = await chooseShipping(ctx, made, undefined)
  const data: SessionData = {
    version,
    buyer: null,
    contact: {},
    skus: [],
    refusedCodes: [],
    ...abilitiesOf(wanted, version),
    ...toldBy(known.cart, [...notices, ...newsOf(made), ...known.notices]),
    isShort: notices.length > 0 || isShort(made) || known.isShort,
    attributes,
    about: {
      ...(timezone !== undefined && { timezone }),
      ...(quote_id !== undefined && { quote_id }),
      ...(metadata && { metadata }),
    },
  }
  const row = await queries.insertSession(ctx, newSecretId('acps'), made.id, withSaid(data, wanted, items, made))
  return look(ctx, row, known)
}

/** What is named replaces what was there; a payment that waits for the buyer is given up, since it was for something else. */
export async function updateSession(ctx: Ctx, id: string, wanted: UpdateRequest): Promise<AcpSession> {
  assertNoCardNumbers(ctx, { buyer: wanted.buyer, fulfillment_details: wanted.fulfillment_details })
  const items = itemsOf(wanted)
  const codes = codesOf(wanted)
  const said = saidOf(wanted)
  let known: Known = {}
  const row = await changeSession(ctx, id, async (row) => {
    await makeOpen(ctx, row)
    const { made, notices } = await withoutSoldOut(items, (items) =>
      rewriteCart(ctx, row.cartId, { said, items, codes }),
    )
    const chosen = await chooseShipping(ctx, made, optionOf(wanted))
    known = chosen
    const wasShort = items === undefined && row.data.isShort
    const before = wasShort ? row.data.notices.filter(isOfStock) : []
    const data: SessionData = {
      ...row.data,
      ...toldBy(chosen.cart, [...before, ...notices, ...newsOf(made), ...chosen.notices]),
      isShort: wasShort || notices.length > 0 || isShort(made) || chosen.isShort,
      hasDiscounts: row.data.hasDiscounts || codes !== undefined,
    }
    return withSaid(data, wanted, items ?? [], made, codes)
  })
  return look(ctx, row, known)
}

export function refuseClosed({ canceledAt }: SessionRow, number: number | null | undefined): void {
  const state = typeof number === 'number' ? 'completed' : canceledAt !== null ? 'canceled' : undefined
  if (!state) return
  throw new AcpRefusal('invalid_request', `This session is ${state}: begin a new one.`, { code: `session_${state}` })
}

async function makeOpen(ctx: Ctx, row: SessionRow): Promise<void> {
  const checkout = await findCheckoutOf(ctx, row.cartId)
  refuseClosed(row, checkout?.number)
  if (!checkout) return
  if (checkout.payment?.status !== 'needs_action') {
    throw new AppError('checkout_in_progress', 'This session is just being paid. Look at it again in a moment.', {
      headers: { 'retry-after': '2' },
    })
  }
  await cancelCheckout(ctx, checkout.id)
}

const toldBy = (cart: Cart, notices: Message[]): Pick<SessionData, 'notices' | 'shown' | 'refusedTotal'> => ({
  notices,
  shown: cart.totals.total.amount,
  refusedTotal: undefined,
})

/** A read shows the agent what it then agrees to when it completes the session. */
export async function getSession(ctx: Ctx, id: string): Promise<AcpSession> {
  const row = await findRow(ctx, id)
  const cart = await getCart(ctx, row.cartId)
  const shown = row.data.refusedTotal ?? cart.totals.total.amount
  if (cart.status !== 'open' || shown === row.data.shown) return look(ctx, row, { cart })
  return look(ctx, await changeSession(ctx, id, ({ data }) => ({ ...data, shown, refusedTotal: undefined })), { cart })
}

type Wanted = Pick<CreateRequest, 'buyer' | 'fulfillment_details' | 'discounts' | 'coupons'>

function withSaid(
  data: SessionData,
  { buyer, fulfillment_details: details, ...wanted }: Wanted,
  items: Item[],
  { rejectedPromotions }: Cart,
  codes = codesOf(wanted),
): SessionData {
  const refused = rejectedPromotions.filter(({ code }) => code !== null).map(toRefusedCode)
  return {
    ...data,
    buyer: buyer ? buyerOf(buyer) : data.buyer,
    contact: details ? contactOf(details) : data.contact,
    skus: [...new Set([...data.skus, ...items.flatMap(({ sku }) => sku ?? [])])],
    refusedCodes: codes ? refused : data.refusedCodes,
  }
}

interface Made {
  made: Cart
  notices: Message[]
}

/** Business, not a fault: the session is made without what is sold out, and says so. */
async function withoutSoldOut<Items extends Item[] | undefined>(
  items: Items,
  make: (items: Items) => Promise<Cart>,
): Promise<Made> {
  const at = (place: number) => `$.line_items[${place}].id`
  try {
    return { made: await make(items), notices: [] }
  } catch (error) {
    if (items && error instanceof AppError) refuseShared(error, items, at)
    const places = error instanceof AppError ? placesOf(error) : []
    if (!(error instanceof AppError) || !items || places.length === 0) throw error
    const [first = 0] = places
    if (error.code === 'not_found') {
      const message = `There is no item ${nameOf(items[first])} on sale in this currency.`
      throw new AcpRefusal('invalid_request', message, { code: 'invalid_item_id', param: at(first) })
    }
    const left = items.filter((_, place) => !places.includes(place)) as Items
    const notices = places.map((place) => {
      const content = `${nameOf(items[place])} is sold out.`
      return failure({ code: 'out_of_stock', param: at(place), content }, 'requires_buyer_review')
    })
    return { made: await make(left), notices }
  }
}

/** Our own refusal, in the agent's terms: it sends a SKU as the id of an item. */
function refuseShared({ details = [] }: AppError, items: Item[], at: (place: number) => string): void {
  for (const { path, message } of details) {
    const place = Number(/^\/items\/(\d+)\/sku$/.exec(path)?.[1] ?? -1)
    const sku = items[place]?.sku
    if (sku === undefined) continue
    throw new AcpRefusal('invalid_request', `"${sku}" ${message}.`, { code: 'invalid_item_id', param: at(place) })
  }
}

const nameOf = (item: Item | undefined) => item?.sku ?? item?.variantId ?? ''

const placesOf = ({ code, details = [] }: AppError): number[] =>
  code === 'not_found' || code === 'out_of_stock'
    ? details.flatMap(({ path }) => (/^\/items\/\d+$/.test(path) ? [Number(path.slice(7))] : []))
    : []

/**
 * What the agent has chosen, else what was chosen before, else the cheapest: so a session has a price as soon as it has an
 * address. Each time by a new quote, since the one before was for other items or another place.
 */
async function chooseShipping(
  ctx: Ctx,
  cart: Cart,
  wanted: string | undefined,
): Promise<Required<Known> & { notices: Message[]; isShort: boolean }> {
  const rates = await ratesFor(ctx, cart)
  const before = cart.shipping.selected?.service
  const named = (service: string | undefined) => rates.find((rate) => rate.service === service)
  const cheapest = rates.toSorted((one, other) => one.price.amount - other.price.amount)[0]
  const choice = named(wanted) ?? named(before) ?? cheapest
  const content = `The way of shipping "${wanted}" is not offered here.`
  const param = '$.selected_fulfillment_options[0].option_id'
  const isUnknown = wanted !== undefined && !named(wanted) && cart.shipping.required
  const notices = isUnknown ? [failure({ code: 'invalid', param, content })] : []
  const chosen = choice ? await changeCart(ctx, cart.id, { shipping: { quoteId: choice.quoteId } }) : cart
  // What there is to be told of the items was told when they were put into it.
  return { cart: { ...chosen, warnings: [] }, rates, notices, isShort: isShort(chosen) }
}
