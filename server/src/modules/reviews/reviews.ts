import { isDeepStrictEqual } from 'node:util'
import { type Ctx, transaction } from '../../ctx.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import { emit } from '../../events/emit.ts'
import type { InboundOutcome } from '../../events/inbound-handler.ts'
import { AppError, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { customerKeyOf } from '../customers/identity/identity.ts'
import { announceCatalogChange } from '../listings/listings.ts'
import { claimTicketNumber } from '../tickets/tickets.ts'
import * as queries from './queries.ts'
import { openReviewTicket } from './review-tickets.ts'
import type {
  NewReview,
  ProductReviewsQuery,
  Review,
  ReviewSettings,
  ReviewSettingsInput,
  ReviewsQuery,
} from './schemas.ts'
import { NO_PRODUCT, type ProductReference, type SourceReview } from './source-review.ts'

/** Stores what a provider sent, which may come again and in any order. */
export async function receiveReview(ctx: Ctx, review: SourceReview): Promise<InboundOutcome> {
  const ticketNumber = (await mayNeedTicket(ctx, review)) ? await claimTicketNumber(ctx) : undefined
  return storeReview(ctx, review, ticketNumber)
}

/** A lower version than the stored one changes nothing. Without a number, the review opens no ticket. */
function storeReview(ctx: Ctx, review: SourceReview, ticketNumber: number | undefined): Promise<InboundOutcome> {
  return transaction(ctx, async (ctx) => {
    await queries.insertReview(ctx, { id: newId('rev'), source: review.source, externalId: review.externalId })
    const before = await queries.lockReview(ctx, review.source, review.externalId)
    if (before.erasedAt !== null) return { status: 'ignored', note: 'The data of the reviewer was erased.' }
    if (review.version < before.sourceVersion) {
      return { status: 'ignored', note: 'A later version of this review was received before.' }
    }
    const order = await findOrder(ctx, review)
    const after = await toRow(ctx, before, review, order)
    if (isDeepStrictEqual({ ...after, sourceVersion: before.sourceVersion }, before) && before.sourceVersion >= 0) {
      if (after.sourceVersion > before.sourceVersion) await queries.saveVersion(ctx, after)
      return { status: 'processed', note: 'Nothing has changed.' }
    }
    const opensTicket = ticketNumber !== undefined && needsTicket(ctx, after, before)
    const ticketId = opensTicket ? await openReviewTicket(ctx, after, review, order, ticketNumber) : after.ticketId
    await replaceReview(ctx, before, { ...after, ticketId })
    return { status: 'processed' }
  })
}

/** From the shop itself. `ticketNumber` is from `claimReviewTicket`. */
export function createReview(ctx: Ctx, input: NewReview, ticketNumber: number | undefined): Promise<Review> {
  return transaction(ctx, async (ctx) => {
    const { productId = null, externalId = newId('rev') } = input
    if (productId && !(await queries.productExists(ctx, productId))) throw notFound('product', productId)
    await storeReview(ctx, toSourceReview(ctx, input, externalId), ticketNumber)
    const { id, erasedAt } = await queries.lockReview(ctx, 'api', externalId)
    if (erasedAt)
      throw new AppError('conflict', 'The data of the reviewer was erased. Send the review with another ID.')
    return getReview(ctx, id)
  })
}

/** Call it before the transaction of a request: a number claimed inside it would block all new tickets. */
export const claimReviewTicket = async (ctx: Ctx, input: NewReview): Promise<number | undefined> =>
  (await mayNeedTicket(ctx, toSourceReview(ctx, input, input.externalId ?? ''))) ? claimTicketNumber(ctx) : undefined

const toSourceReview = (ctx: Ctx, input: NewReview, externalId: string): SourceReview => ({
  source: 'api',
  externalId,
  version: ctx.now.getTime(),
  deleted: false,
  rating: input.rating,
  title: input.title ?? '',
  body: input.body ?? '',
  authorName: input.authorName ?? null,
  email: input.email ?? null,
  verified: input.verified ?? false,
  published: input.status !== 'hidden',
  createdAt: input.createdAt ?? null,
  product: { ...NO_PRODUCT, externalId: input.productId ?? null },
  orderNumber: null,
})

/** Before the transaction, because numbers are claimed outside of one. A number that is not used leaves a gap. */
async function mayNeedTicket(
  ctx: Ctx,
  { source, externalId, version, rating, deleted }: SourceReview,
): Promise<boolean> {
  if (deleted || rating === null || rating > (await getReviewSettings(ctx)).ticketMaxRating) return false
  const stored = await queries.findReviewTicket(ctx, source, externalId)
  return !stored || (stored.ticketId === null && version >= stored.sourceVersion)
}

const DAY_MS = 86_400_000
/** When a shop connects a provider, reviews of years may arrive. Nobody waits for an answer to those. */
const TICKET_DAYS = 30

/** For a new review, or one whose author has come to think less of the product. */
const needsTicket = (ctx: Ctx, after: queries.ReviewRow, before: queries.ReviewRow): boolean =>
  before.ticketId === null &&
  (Date.parse(after.createdAt) > ctx.now.getTime() - TICKET_DAYS * DAY_MS ||
    (before.rating !== null && after.rating !== null && after.rating < before.rating))

async function toRow(
  ctx: Ctx,
  before: queries.ReviewRow,
  review: SourceReview,
  order: ReviewedOrder | undefined,
): Promise<queries.ReviewRow> {
  const author = review.email ?? order?.customerId ?? null
  if (review.deleted) return { ...before, status: 'deleted', sourceVersion: review.version }
  const { externalId, handle, sku } = review.product
  const isSameProduct =
    externalId === before.productExternalId && handle === before.productHandle && sku === before.productSku
  return {
    ...before,
    productId: isSameProduct && before.productId ? before.productId : await findProductId(ctx, review.product),
    productExternalId: externalId,
    productHandle: handle,
    productSku: sku,
    rating: review.rating,
    title: review.title,
    body: review.body,
    authorName: review.authorName,
    customerKey: author && customerKeyOf(author, ctx.environmentId, ctx.secretFor('customer-keys')),
    verified: review.verified,
    status: review.published ? 'published' : 'hidden',
    sourceVersion: review.version,
    createdAt: review.createdAt ?? before.createdAt,
  }
}

type ReviewedOrder = NonNullable<Awaited<ReturnType<typeof queries.findReviewedOrder>>>

/** An order of somebody else is none: its number alone proves nothing if the provider also knows an email. */
async function findOrder(ctx: Ctx, { orderNumber, email }: SourceReview): Promise<ReviewedOrder | undefined> {
  const [, number] = /^#?(\d{1,15})$/.exec(orderNumber ?? '') ?? []
  const order = number === undefined ? undefined : await queries.findReviewedOrder(ctx, number)
  return order && (email === null || email.toLowerCase() === order.email) ? order : undefined
}

const findProductId = async (ctx: Ctx, product: ProductReference) =>
  product.externalId || product.handle || product.sku
    ? ((await queries.findReviewedProduct(ctx, product))?.id ?? null)
    : null

/** The only function that changes a stored review, so that ratings, caches and events follow. */
export async function replaceReview(ctx: Ctx, before: queries.ReviewRow, after: queries.ReviewRow): Promise<void> {
  await queries.saveReview(ctx, after)
  for (const [productId, change] of ratingChanges(before, after)) await queries.addToRating(ctx, productId, change)
  // Pages of products also show texts of reviews.
  if (isShown(before) || isShown(after)) announceCatalogChange(ctx)
  const { id: reviewId, productId, rating, status } = after
  if (before.sourceVersion < 0 && status === 'deleted') return
  const type = before.sourceVersion < 0 ? 'review.created' : 'review.updated'
  await emit(ctx, type, { reviewId, productId, rating, status })
}

const isShown = ({ productId, status }: queries.ReviewRow): boolean => productId !== null && status === 'published'

/** In the order of IDs, so that two reviews that change places don't wait for each other. */
function ratingChanges(
  before: queries.ReviewRow,
  after: queries.ReviewRow,
): [string, { count: number; sum: number }][] {
  const changes = new Map<string, { count: number; sum: number }>()
  for (const [row, sign] of [
    [before, -1],
    [after, 1],
  ] as const) {
    if (!isShown(row) || row.productId === null || row.rating === null) continue
    const { count, sum } = changes.get(row.productId) ?? { count: 0, sum: 0 }
    changes.set(row.productId, { count: count + sign, sum: sum + sign * row.rating })
  }
  return [...changes]
    .filter(([, { count, sum }]) => count !== 0 || sum !== 0)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
}

export async function getReview(ctx: Ctx, id: string): Promise<Review> {
  const review = await queries.findReview(ctx, id)
  if (!review) throw notFound('review', id)
  return review
}

export async function listReviews(ctx: Ctx, query: ReviewsQuery): Promise<Page<Review>> {
  const page = keyset(query)
  return toPage(await queries.listReviews(ctx, page, query), page)
}

/** Published reviews only. */
export async function listProductReviews(
  ctx: Ctx,
  productId: string,
  query: ProductReviewsQuery,
): Promise<Page<Review>> {
  if (!(await queries.productExists(ctx, productId))) throw notFound('product', productId)
  const page = keyset(query)
  return toPage(await queries.listProductReviews(ctx, page, productId, query), page)
}

const DEFAULT_SETTINGS: ReviewSettings = { ticketMaxRating: 2, updatedAt: null }

export const getReviewSettings = async (ctx: Ctx): Promise<ReviewSettings> =>
  (await queries.findSettings(ctx)) ?? DEFAULT_SETTINGS

export const replaceReviewSettings = (ctx: Ctx, { ticketMaxRating }: ReviewSettingsInput): Promise<ReviewSettings> =>
  queries.saveSettings(ctx, ticketMaxRating)
