import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../kit/errors.ts'
import { formatMoney } from '../../kit/money.ts'
import { editContents, createCart as openCart, readCart } from '../carts/carts.ts'
import { validateCodes } from '../carts/discounts/discounts.ts'
import type { DiscountValidationResult } from '../carts/discounts/schemas.ts'
import type { Cart } from '../carts/schemas.ts'
import { listShippingRates } from '../carts/shipping-rates/shipping-rates.ts'
import { getPublishedProduct, listPublishedProducts } from '../listings/listings.ts'
import type { CartSummary, ToolOutput, ToolSession } from './schemas.ts'
import { ToolError } from './tool-error.ts'
import type { ToolHandler } from './tool-handler.ts'

export const createCart: ToolHandler<'create_cart'> = async (ctx, { items }, session) => {
  const cart = await openCart(ctx, { items, locale: session.locale })
  await session.onCart(cart.id)
  return { cart: toSummary(cart) }
}

/** A cart that was ordered or deleted in the meantime is no longer the customer's cart. */
export const getCart: ToolHandler<'get_cart'> = async (ctx, { cartId }, session) => {
  const id = cartId ?? session.cartId
  if (id === null) return { cart: null }
  const cart = await readCart(ctx, id).catch((error: unknown) => {
    if (cartId === undefined && error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  })
  return { cart: cart && (cartId !== undefined || cart.status === 'open') ? toSummary(cart) : null }
}

export const updateCart: ToolHandler<'update_cart'> = async (ctx, input, session) => {
  const { addItems = [], removeLineIds = [], discountCode } = input
  if (addItems.length + removeLineIds.length === 0 && discountCode === undefined) {
    throw new ToolError('invalid', 'Name items to add or remove, or a code.')
  }
  const id = input.cartId ?? (await findOpenCart(ctx, session))
  if (id === null && removeLineIds.length > 0) throw new ToolError('not_found', 'There is no cart yet.')
  const codes = discountCode === undefined ? [] : [discountCode]
  const cart =
    id === null
      ? await openCart(ctx, { items: addItems, codes, locale: session.locale })
      : await editContents(ctx, id, { addItems, removeItemIds: removeLineIds, codes })
  if (cart.id !== session.cartId) await session.onCart(cart.id)
  return { cart: toSummary(cart) }
}

/** The session's cart may have been ordered since: then a new one is opened. */
async function findOpenCart(ctx: Ctx, session: ToolSession): Promise<string | null> {
  const { cart } = await getCart(ctx, {}, session)
  return cart?.id ?? null
}

const toSummary = (cart: Cart): CartSummary => ({
  id: cart.id,
  items: cart.items.map(({ id, title, options, quantity, total }) => ({
    lineId: id,
    title,
    variantTitle: Object.values(options).join(' / ') || null,
    quantity,
    total,
  })),
  discounts: cart.promotions.map(({ title, amount }) => ({ title, amount })),
  subtotal: cart.totals.subtotal,
  total: cart.totals.total,
  problems: [
    ...cart.warnings.map(({ message }) => message),
    ...cart.rejectedPromotions.filter(({ code }) => code !== null).map(({ message }) => message),
  ],
})

export const getShippingRates: ToolHandler<'get_shipping_rates'> = async (ctx, input, session) => {
  const { country, postalCode, variantId } = input
  const cartId = variantId === undefined ? (input.cartId ?? (await findFilledCart(ctx, session))) : null
  const example = variantId === undefined && cartId === null ? await findExample(ctx) : undefined
  const item = variantId ?? example?.variantId
  if (cartId === null && item === undefined) throw new ToolError('not_found', 'There is nothing to ship.')
  const destination = { country, ...(postalCode !== undefined && { postalCode }) }
  const { data, freeShipping, message } = await listShippingRates(
    ctx,
    cartId === null ? { items: [`${item}:1`], ...destination } : { cartId: cartId as `cart_${string}`, ...destination },
  )
  return {
    options: data.map(({ title, amount, minDays, maxDays }) => ({ title, amount, minDays, maxDays })),
    freeFrom: freeShipping?.threshold ?? null,
    exampleProduct: example?.title ?? null,
    reason: message,
  }
}

async function findFilledCart(ctx: Ctx, session: ToolSession): Promise<string | null> {
  const { cart } = await getCart(ctx, {}, session)
  return cart && cart.items.length > 0 ? cart.id : null
}

/** How many products are tried until one needs shipping. */
const EXAMPLES = 5

/** Rates depend on what is shipped. Without a cart, the best selling product that can be shipped is the example. */
async function findExample(ctx: Ctx): Promise<{ variantId: string; title: string } | undefined> {
  const { data } = await listPublishedProducts(ctx, { sort: 'best_selling', available: true, limit: EXAMPLES })
  for (const { id, title } of data) {
    const { variants } = await getPublishedProduct(ctx, id, {})
    const variant = variants.find(({ available, requiresShipping }) => available && requiresShipping)
    if (variant) return { variantId: variant.id, title }
  }
  return undefined
}

export const checkDiscountCode: ToolHandler<'check_discount_code'> = async (ctx, { code, cartId }, session) => {
  const id = cartId ?? (await findFilledCart(ctx, session))
  // Without a cart, the conditions on its contents can't be checked, but all others can.
  if (id === null) return toEmptyCartResult(await validateCodes(ctx, { code, items: [] }))
  const { valid, promotions, rejectedPromotions } = await validateCodes(ctx, { code, cartId: id as `cart_${string}` })
  return {
    valid,
    title: promotions[0]?.title ?? null,
    reason: valid ? null : (rejectedPromotions[0]?.message ?? 'This code does not apply to the cart.'),
  }
}

/** An empty cart fails these conditions, whatever the code says of other carts. */
const NEEDS_ITEMS = new Set(['no_effect', 'product_ineligible'])
/** The message says what the cart must have. */
const NEEDS_MORE = new Set(['minimum_amount', 'minimum_quantity', 'country_ineligible'])

function toEmptyCartResult({
  valid,
  promotions,
  rejectedPromotions: [rejection],
}: DiscountValidationResult): ToolOutput<'check_discount_code'> {
  if (valid || !rejection) return { valid: true, title: promotions[0]?.title ?? null, reason: null }
  if (NEEDS_ITEMS.has(rejection.reason)) return { valid: true, title: null, reason: describeMinimum(rejection.unmet) }
  return { valid: NEEDS_MORE.has(rejection.reason), title: null, reason: rejection.message }
}

type UnmetRules = DiscountValidationResult['rejectedPromotions'][number]['unmet']

/** What any cart needs for the code. */
function describeMinimum(unmet: UnmetRules): string | null {
  const { missing } = unmet.find(({ rule }) => rule === 'minAmount' || rule === 'minQuantity') ?? { missing: null }
  if (missing === null) return null
  return typeof missing === 'number'
    ? `Add ${missing} items to use this code.`
    : `Add items worth ${formatMoney(missing)} to use this code.`
}
