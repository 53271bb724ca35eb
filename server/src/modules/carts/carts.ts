import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '../../ctx.ts'
import { refuseStale } from '../../http/version-tag.ts'
import { assertNoCardNumbers } from '../../kit/card-number.ts'
import { AppError, invalidRequest, notFound, unauthorized, unavailable } from '../../kit/errors.ts'
import { newSecretId } from '../../kit/ids.ts'
import { AnsweredBefore, type Once } from '../../kit/once.ts'
import type { TraceStep } from '../pricing/priced.ts'
import { toCart } from './answer.ts'
import { asBought } from './bought.ts'
import { type GivenCodes, NO_CODES, readCodes, refusedCodes, withCodes, withoutGiven } from './codes.ts'
import { type Contents, EMPTY } from './contents.ts'
import { type Addition, addLines, changeLine, type LineChange, withoutGiftCard } from './edits.ts'
import { unlessCurrency, unlessOne } from './faults.ts'
import { additionsOf, itemsOf, lookFor, type Named } from './items.ts'
import type { Question } from './load-queries.ts'
import { beginToRead, type Loaded, load, priceIn, ReplayedCart } from './offers.ts'
import * as once from './once-queries.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { price } from './price.ts'
import { namedBy, refuseOverLimit } from './quantity-limits.ts'
import * as queries from './queries.ts'
import type { CartChanges, ItemChange, NewCart, NewCodes, NewItems } from './request-schemas.ts'
import type { CartRow } from './rows.ts'
import { refuseOwnerless, withSaid } from './said.ts'
import type { Cart } from './schemas.ts'
import { isBuyer, isSameTotals, shownTotalsOf } from './shown-totals.ts'
import { type Stage, setStage, settled } from './stage.ts'

export async function createCart(ctx: Ctx, wanted: NewCart): Promise<Cart> {
  const { currency, items = [], codes = [], ...about } = wanted
  const faults = unlessCurrency(currency)
  if (faults.length > 0) throw invalidRequest(`There is no currency ${currency}.`, faults)
  refuseCardsOn(ctx, { items, isList: true })
  const contents = refuseOwnerless(withSaid(ctx, EMPTY, about))
  const given = readCodes(ctx, codes)
  const question = { currency: currency ?? null, customerKey: contents.customerKey, ...lookFor(items), ...given }
  const pointsOf = contents.points ? (contents.customer?.id ?? null) : null
  const early = beginToRead(ctx, question)
  return untilWritten(async () => {
    const row = await load(ctx, { ...question, pointsOf }, early)
    const filled = withAdditions(contents, additionsOf(items, row), row, { items, isList: true })
    const stage = setStage(ctx, withCodes(filled, given, row), row)
    const id = newSecretId('cart')
    const now = ctx.now.toISOString()
    const fresh = { id, version: 1, status: 'open', orderId: null, createdAt: now, updatedAt: now } as const
    // Before it is written: what can't be priced must not be kept.
    const cart = tell(ctx, { row, stage, given }, fresh)
    const isWritten = await insertCart(ctx, cart, {
      id,
      currency: row.currency,
      contents: toWrite(ctx, stage, cart),
    })
    return isWritten ? cart : undefined
  }).catch((error: unknown) => showReplay(ctx, error))
}

/** Staff who change a cart have not shown it to its buyer: the buyer's totals and warnings stay. */
const toWrite = (ctx: Ctx, stage: Stage, told: Cart): Contents =>
  isBuyer(ctx) ? settled(stage, shownTotalsOf(told)) : stage.contents

/** Shows the cart to its buyer, who may then check it out at these totals. Written only where they differ from the last response. */
export function getCart(ctx: Ctx, id: string, isExplained = false): Promise<Cart> {
  return untilWritten(async () => {
    const { row, cart } = await look(ctx, id, isExplained)
    const shown = shownTotalsOf(cart)
    if (row.status !== 'open' || !isBuyer(ctx) || isSameTotals(row.contents.shown, shown)) return cart
    const isWritten = await queries.writeShown(ctx, { id, version: row.version, contents: { ...row.contents, shown } })
    return isWritten ? { ...cart, version: row.version + 1 } : undefined
  })
}

/** The cart as it is now, for code that does not show it to the buyer. */
export const readCart = async (ctx: Ctx, id: string): Promise<Cart> => (await look(ctx, id)).cart

async function look(ctx: Ctx, id: string, isExplained = false): Promise<{ row: CartRow; cart: Cart }> {
  if (isExplained && ctx.caller.kind === 'visitor') throw unauthorized('The trace of a cart is shown only with a key.')
  const loaded = await load(ctx, { cartId: id })
  const row = cartToSee(loaded.cart, id)
  const stage = setStage(ctx, row.contents, loaded)
  const told = tell(ctx, { row: loaded, stage, given: NO_CODES }, row, isExplained ? [] : undefined)
  const bought = row.orderId === null ? undefined : await queries.findBought(ctx, row.orderId)
  return { row, cart: bought ? asBought(told, bought.placed, bought.left) : told }
}

/** A replayed response is what the buyer saw last: what a read showed in between, they have not agreed to. Their own edits they know. */
async function showReplay(ctx: Ctx, error: unknown): Promise<never> {
  if (!(error instanceof AnsweredBefore) || !isBuyer(ctx)) throw error
  const { status, fingerprint, body } = error.stored
  if (status === null || status >= 300 || fingerprint !== ctx.once?.fingerprint.toString('hex')) throw error
  const replayed = JSON.parse(body) as Cart
  const shown = shownTotalsOf(replayed)
  const row = error instanceof ReplayedCart ? error.cart : await queries.findCart(ctx, replayed.id)
  const isLast = row?.status === 'open' && row.editedVersion <= replayed.version
  if (isLast && !isSameTotals(row.contents.shown, shown)) {
    // Whoever was faster has shown the buyer something newer.
    await queries.writeShown(ctx, { ...row, contents: { ...row.contents, shown } })
  }
  throw error
}

export function changeCart(ctx: Ctx, id: string, changes: CartChanges, ifMatch?: string): Promise<Cart> {
  // Uses are counted by the new address, which the database does not know yet.
  const { customerKey, customer } = withSaid(ctx, EMPTY, changes)
  const points = changes.points ? { wantsPoints: true, pointsOf: customer?.id ?? null } : {}
  const make = (contents: Contents) => refuseOwnerless(withSaid(ctx, contents, changes))
  return change(ctx, id, { look: { customerKey, ...points }, make }, ifMatch)
}

export function addItems(ctx: Ctx, id: string, body: NewItems, ifMatch?: string): Promise<Cart> {
  const named = itemsOf(body)
  const { items } = named
  refuseCardsOn(ctx, named)
  const make = (contents: Contents, row: Loaded) => withAdditions(contents, additionsOf(items, row, named), row, named)
  return change(ctx, id, { look: lookFor(items), make }, ifMatch)
}

export function setItem(ctx: Ctx, id: string, lineId: string, wanted: ItemChange, ifMatch?: string): Promise<Cart> {
  if (wanted.quantity === undefined && wanted.properties === undefined) {
    throw invalidRequest('Say what to change: quantity, properties, or both.', [
      { path: '/quantity', message: 'must be there, or properties, or both' },
    ])
  }
  refuseCardsOn(ctx, { items: [wanted], isList: false })
  return change(ctx, id, { make: setLine(ctx, lineId, wanted) }, ifMatch)
}

export const removeItem = (ctx: Ctx, id: string, lineId: string, ifMatch?: string): Promise<Cart> =>
  change(ctx, id, { make: setLine(ctx, lineId, { quantity: 0 }) }, ifMatch)

/** Which gifts there are is reckoned only for who asks for a line that nobody put there. */
const setLine = (ctx: Ctx, lineId: string, wanted: LineChange) => (contents: Contents, row: Loaded) => {
  const changed = changeLine(contents, lineId, wanted, () =>
    price(setStage(ctx, contents, row).input).lines.some(({ id, giftOf }) => giftOf !== null && id === lineId),
  )
  const { variantId = '' } = contents.lines.find(({ id }) => id === lineId) ?? {}
  // Less of it is always welcome.
  return (wanted.quantity ?? 0) > 0 ? refuseOverLimit(changed, row, new Map([[variantId, '/quantity']])) : changed
}

export const withAdditions = (contents: Contents, additions: Addition[], row: Loaded, named: Named): Contents =>
  refuseOverLimit(addLines(contents, additions, priceIn(row)), row, namedBy(additions, named))

export function addPromotions(ctx: Ctx, id: string, { code, codes }: NewCodes, ifMatch?: string): Promise<Cart> {
  const faults = unlessOne('/code', code, 'codes', codes)
  if (faults.length > 0) throw invalidRequest('Name one code, or several as codes.', faults)
  const given = readCodes(ctx, codes ?? [code ?? ''])
  return change(ctx, id, { look: given, given, make: (contents, row) => withCodes(contents, given, row) }, ifMatch)
}

/** Without saying which, all of them. */
export function removePromotions(
  ctx: Ctx,
  id: string,
  { code, giftCardId }: { code?: string; giftCardId?: string },
  ifMatch?: string,
): Promise<Cart> {
  const given = readCodes(ctx, code === undefined ? [] : [code])
  const make = (contents: Contents, row: Loaded) => {
    if (code === undefined && giftCardId === undefined) return { ...contents, codes: [], giftCardIds: [] }
    const left = code === undefined ? contents : withoutGiven(contents, given, row)
    return giftCardId === undefined ? left : withoutGiftCard(left, giftCardId)
  }
  return change(ctx, id, { look: { cardHashes: given.cardHashes }, make }, ifMatch)
}

function refuseCardsOn(ctx: Ctx, { items, isList }: Named): void {
  const properties = items.map(({ properties = {} }) => ({ properties }))
  assertNoCardNumbers(ctx, isList ? { items: properties } : (properties[0] ?? {}))
}

interface Edit {
  /** What must be known for it beside what is in the cart. */
  look?: Partial<Question>
  given?: GivenCodes
  make: (contents: Contents, row: Loaded) => Contents
}

/** Read, reckon, write: two statements, and one between for what this server does not know. It is written only as a next version of what was read. */
export function change(ctx: Ctx, id: string, { look, given = NO_CODES, make }: Edit, ifMatch?: string): Promise<Cart> {
  if (ctx.db.isTransaction)
    throw new Error('Who waits for a cart inside a transaction keeps others from finishing theirs')
  const question = { ...look, cartId: id }
  const attempt = async (early: Promise<void> | undefined) => {
    const row = await load(ctx, question, early)
    const cart = cartToBuy(row.cart, id)
    refuseStale(ifMatch, cart.version)
    const stage = setStage(ctx, make(cart.contents, row), row)
    const now = { version: cart.version + 1, updatedAt: ctx.now.toISOString() }
    const told = tell(ctx, { row, stage, given }, { ...cart, ...now })
    const changed = { id, version: cart.version, contents: toWrite(ctx, stage, told) }
    return (await updateCart(ctx, told, changed)) ? told : undefined
  }
  return oneAtATime(`${ctx.environmentId} ${id}`, () => {
    const early = beginToRead(ctx, question)
    return untilWritten(() => attempt(early)).catch((error: unknown) => showReplay(ctx, error))
  })
}

/** Somebody else may be faster; a cart that so many are pulling at is not a buyer's. */
const MAX_ATTEMPTS = 20

async function untilWritten(attempt: () => Promise<Cart | undefined>): Promise<Cart> {
  for (let count = 1; count <= MAX_ATTEMPTS; count++) {
    const cart = await attempt()
    if (cart) return cart
    await sleep(Math.random() * count * 5)
  }
  throw unavailable('too many changes of one cart at once')
}

const insertCart = (ctx: Ctx, told: Cart, cart: queries.NewCart): Promise<boolean> =>
  ctx.once ? once.insertCartOnce(ctx, cart, keptOf(ctx.once, told)) : queries.insertCart(ctx, cart)

const updateCart = (ctx: Ctx, told: Cart, cart: queries.ChangedCart): Promise<boolean> =>
  ctx.once ? once.updateCartOnce(ctx, cart, keptOf(ctx.once, told)) : queries.updateCart(ctx, cart)

const keptOf = ({ key, fingerprint, answerOf }: Once, told: Cart): once.Kept => ({
  key,
  fingerprint,
  ...answerOf(told),
})

export function cartToSee(cart: CartRow | null, id: string): CartRow {
  if (!cart || cart.status === 'expired') throw notFound('cart', id)
  return cart
}

export function cartToBuy(found: CartRow | null, id: string): CartRow {
  const cart = cartToSee(found, id)
  if (cart.status === 'ordered') {
    throw new AppError('cart_finished', `This cart has become order ${cart.orderId}: begin a new one.`, {
      details: [{ path: '/orderId', message: `${cart.orderId}` }],
    })
  }
  return cart
}

interface Seen {
  row: Loaded
  stage: Stage
  given: GivenCodes
}

function tell(
  ctx: Ctx,
  { row, stage, given }: Seen,
  cart: Omit<CartRow, 'contents' | 'currency' | 'editedVersion'>,
  trace?: TraceStep[],
): Cart {
  const priced = price(stage.input, trace)
  priced.rejected.push(...refusedCodes(given, row))
  return toCart({ row: cart, stage, priced, offers: row.offers, trace, isTrusted: ctx.caller.kind !== 'visitor' })
}
