import type { Ctx } from '../../ctx.ts'
import { assertNoCardNumbers } from '../../kit/card-number.ts'
import { AppError } from '../../kit/errors.ts'
import { newSecretId } from '../../kit/ids.ts'
import { changeCart, createCart, getCart, replaceCart } from '../carts/carts.ts'
import type { Cart, ItemInput } from '../carts/schemas.ts'
import { cancelCheckout, findCheckoutByCart } from '../checkout/checkout.ts'
import { buildSession, getSessionRow, type LoadedCart, listSessionRates } from './build-session.ts'
import { changeSession } from './change-session.ts'
import { AcpRequestError } from './errors.ts'
import { errorMessage, hasStockWarnings, isStockMessage, itemMessages, toRejectedCode } from './messages.ts'
import {
  parseAttributes,
  parseBuyer,
  parseCapabilities,
  parseCartChanges,
  parseCodes,
  parseContact,
  parseItems,
  parseShippingOption,
} from './parse-request.ts'
import type { AcpSession, Message } from './protocol.ts'
import * as queries from './queries.ts'
import type { CreateRequest, UpdateRequest } from './schemas.ts'
import type { SessionData, SessionRow } from './session-row.ts'
import type { Version } from './versions.ts'

/** Unavailable items are reported in the session's messages; only unknown items are rejected. */
export async function createSession(ctx: Ctx, input: CreateRequest, version: Version): Promise<AcpSession> {
  const items = parseItems(input)
  if (!items) {
    const fields = { code: 'missing', param: '$.line_items' }
    throw new AcpRequestError('invalid_request', 'Send the items to buy as line_items.', fields)
  }
  const { locale, timezone, quote_id, metadata } = input
  assertNoCardNumbers(ctx, { buyer: input.buyer, fulfillment_details: input.fulfillment_details, metadata })
  const attributes = parseAttributes(input)
  const cartFields = { ...parseCartChanges(input), attributes, ...(locale !== undefined && { locale }) }
  const currency = input.currency?.toUpperCase()
  const codes = parseCodes(input) ?? []
  const { cart, notices } = await skipSoldOut(items, (items) =>
    createCart(ctx, { ...cartFields, items, codes, ...(currency !== undefined && { currency }) }),
  )
  const shipping = await selectShipping(ctx, cart, undefined)
  const data: SessionData = {
    version,
    buyer: null,
    contact: {},
    skus: [],
    rejectedCodes: [],
    ...parseCapabilities(input, version),
    ...shownState(shipping.cart, [...notices, ...itemMessages(cart), ...shipping.notices]),
    hasStockProblems: notices.length > 0 || hasStockWarnings(cart) || shipping.hasStockProblems,
    attributes,
    passthrough: {
      ...(timezone !== undefined && { timezone }),
      ...(quote_id !== undefined && { quote_id }),
      ...(metadata && { metadata }),
    },
  }
  const row = await queries.insertSession(
    ctx,
    newSecretId('acps'),
    cart.id,
    applyBuyerDetails(data, input, items, cart),
  )
  return buildSession(ctx, row, shipping)
}

/**
 * Fields in the request replace the stored ones. A payment that waits for the buyer is canceled, since it was for
 * another cart.
 */
export async function updateSession(ctx: Ctx, id: string, input: UpdateRequest): Promise<AcpSession> {
  assertNoCardNumbers(ctx, { buyer: input.buyer, fulfillment_details: input.fulfillment_details })
  const items = parseItems(input)
  const codes = parseCodes(input)
  const changes = parseCartChanges(input)
  let loaded: LoadedCart = {}
  const row = await changeSession(ctx, id, async (row) => {
    await reopenSession(ctx, row)
    const { cart, notices } = await skipSoldOut(items, (items) =>
      replaceCart(ctx, row.cartId, { buyerDetails: changes, items, codes }),
    )
    const shipping = await selectShipping(ctx, cart, parseShippingOption(input))
    loaded = shipping
    const hadStockProblems = items === undefined && row.data.hasStockProblems
    const earlierNotices = hadStockProblems ? row.data.notices.filter(isStockMessage) : []
    const data: SessionData = {
      ...row.data,
      ...shownState(shipping.cart, [...earlierNotices, ...notices, ...itemMessages(cart), ...shipping.notices]),
      hasStockProblems: hadStockProblems || notices.length > 0 || hasStockWarnings(cart) || shipping.hasStockProblems,
      hasDiscounts: row.data.hasDiscounts || codes !== undefined,
    }
    return applyBuyerDetails(data, input, items ?? [], cart, codes)
  })
  return buildSession(ctx, row, loaded)
}

export function assertOpen({ canceledAt }: SessionRow, number: number | null | undefined): void {
  const state = typeof number === 'number' ? 'completed' : canceledAt !== null ? 'canceled' : undefined
  if (!state) return
  throw new AcpRequestError('invalid_request', `This session is ${state}. Create a new one.`, {
    code: `session_${state}`,
  })
}

async function reopenSession(ctx: Ctx, row: SessionRow): Promise<void> {
  const checkout = await findCheckoutByCart(ctx, row.cartId)
  assertOpen(row, checkout?.number)
  if (!checkout) return
  if (checkout.payment?.status !== 'requires_action') {
    throw new AppError('checkout_in_progress', 'This session is being paid. Retrieve it again shortly.', {
      headers: { 'retry-after': '2' },
    })
  }
  await cancelCheckout(ctx, checkout.id)
}

const shownState = (cart: Cart, notices: Message[]): Pick<SessionData, 'notices' | 'shownTotal' | 'rejectedTotal'> => ({
  notices,
  shownTotal: cart.totals.total.amount,
  rejectedTotal: undefined,
})

/** A read shows the agent the total that it agrees to by completing the session. */
export async function getSession(ctx: Ctx, id: string): Promise<AcpSession> {
  const row = await getSessionRow(ctx, id)
  const cart = await getCart(ctx, row.cartId)
  const shownTotal = row.data.rejectedTotal ?? cart.totals.total.amount
  if (cart.status !== 'open' || shownTotal === row.data.shownTotal) return buildSession(ctx, row, { cart })
  return buildSession(
    ctx,
    await changeSession(ctx, id, ({ data }) => ({ ...data, shownTotal, rejectedTotal: undefined })),
    { cart },
  )
}

type BuyerDetails = Pick<CreateRequest, 'buyer' | 'fulfillment_details' | 'discounts' | 'coupons'>

function applyBuyerDetails(
  data: SessionData,
  { buyer, fulfillment_details: details, ...codesInput }: BuyerDetails,
  items: ItemInput[],
  { rejectedPromotions }: Cart,
  codes = parseCodes(codesInput),
): SessionData {
  const rejected = rejectedPromotions.filter(({ code }) => code !== null).map(toRejectedCode)
  return {
    ...data,
    buyer: buyer ? parseBuyer(buyer) : data.buyer,
    contact: details ? parseContact(details) : data.contact,
    skus: [...new Set([...data.skus, ...items.flatMap(({ sku }) => sku ?? [])])],
    rejectedCodes: codes ? rejected : data.rejectedCodes,
  }
}

interface CartResult {
  cart: Cart
  notices: Message[]
}

/** Sold-out items are not an error: the session is saved without them and lists them in its messages. */
async function skipSoldOut<Items extends ItemInput[] | undefined>(
  items: Items,
  save: (items: Items) => Promise<Cart>,
): Promise<CartResult> {
  const itemParam = (index: number) => `$.line_items[${index}].id`
  try {
    return { cart: await save(items), notices: [] }
  } catch (error) {
    if (items && error instanceof AppError) assertUniqueSkus(error, items, itemParam)
    const indexes = error instanceof AppError ? failedIndexes(error) : []
    if (!(error instanceof AppError) || !items || indexes.length === 0) throw error
    const [first = 0] = indexes
    if (error.code === 'not_found') {
      const message = `Item ${itemName(items[first])} is not for sale in this currency.`
      throw new AcpRequestError('invalid_request', message, { code: 'invalid_item_id', param: itemParam(first) })
    }
    const available = items.filter((_, index) => !indexes.includes(index)) as Items
    const notices = indexes.map((index) => {
      const content = `${itemName(items[index])} is sold out.`
      return errorMessage({ code: 'out_of_stock', param: itemParam(index), content }, 'requires_buyer_review')
    })
    return { cart: await save(available), notices }
  }
}

/** Converts our error to the agent's terms: it sends a SKU as the item's id. */
function assertUniqueSkus({ details = [] }: AppError, items: ItemInput[], itemParam: (index: number) => string): void {
  for (const { path, variantIds } of details) {
    const index = Number(/^\/items\/(\d+)\/sku$/.exec(path)?.[1] ?? -1)
    const sku = items[index]?.sku
    if (sku === undefined || !Array.isArray(variantIds)) continue
    // The protocol's errors have no field for data: the agent reads the ids in the message.
    const message = `"${sku}" is the SKU of several variants. Send the ID of one: ${variantIds.join(', ')}.`
    throw new AcpRequestError('invalid_request', message, {
      code: 'invalid_item_id',
      param: itemParam(index),
    })
  }
}

const itemName = (item: ItemInput | undefined) => item?.sku ?? item?.variantId ?? ''

const failedIndexes = ({ code, details = [] }: AppError): number[] =>
  code === 'not_found' || code === 'out_of_stock'
    ? details.flatMap(({ path }) => (/^\/items\/\d+$/.test(path) ? [Number(path.slice(7))] : []))
    : []

/**
 * Selects the requested rate, else the previous one, else the cheapest, so that a session has a price as soon as it has
 * an address. Always takes a new quote: the previous one was for other items or another address.
 */
async function selectShipping(
  ctx: Ctx,
  cart: Cart,
  requested: string | undefined,
): Promise<Required<LoadedCart> & { notices: Message[]; hasStockProblems: boolean }> {
  const rates = await listSessionRates(ctx, cart)
  const previous = cart.shipping.selected?.service
  const findRate = (service: string | undefined) => rates.find((rate) => rate.service === service)
  const cheapest = rates.toSorted((one, other) => one.amount.amount - other.amount.amount)[0]
  const selected = findRate(requested) ?? findRate(previous) ?? cheapest
  const content = `The fulfillment option "${requested}" is not available.`
  const param = '$.selected_fulfillment_options[0].option_id'
  const isUnknown = requested !== undefined && !findRate(requested) && cart.shipping.required
  const notices = isUnknown ? [errorMessage({ code: 'invalid', param, content })] : []
  const updated = selected ? await changeCart(ctx, cart.id, { shipping: { quoteId: selected.quoteId } }) : cart
  // The warnings about items were reported when the items were added.
  return { cart: { ...updated, warnings: [] }, rates, notices, hasStockProblems: hasStockWarnings(updated) }
}
