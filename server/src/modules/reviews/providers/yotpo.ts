import type { InboundEvent } from '../../../events/inbound-handler.ts'
import { toBoolean, toLine, toObject, toText, toTime } from '../../../kit/loose-json.ts'
import type { SourceReview } from '../source-review.ts'
import { MAX_BODY, MAX_ID, MAX_NAME, MAX_TITLE, toStars, versionOf } from './review-fields.ts'

/** What Yotpo calls the product of a review of the shop. */
const SITE_REVIEWS = 'yotpo_site_reviews'

/** `review_create` and `review_updated`. Older versions send numbers and booleans as strings. */
export function parseYotpo({ body, receivedAt }: InboundEvent): SourceReview[] {
  const data = toObject(toObject(body).data)
  const externalId = toText(data.id, MAX_ID)
  const rating = toStars(data.score)
  const deleted = toBoolean(data.deleted) ?? false
  if (externalId === null || (rating === null && !deleted)) return []
  const order = toObject(data.order)
  const productId = toText(data.external_product_id ?? toObject(data.product).external_id, MAX_ID)
  return [
    {
      source: 'yotpo',
      externalId,
      version: versionOf(data.updated_at ?? data.created_at, receivedAt),
      deleted,
      rating,
      title: toLine(data.title, MAX_TITLE) ?? '',
      body: toText(data.content, MAX_BODY) ?? '',
      authorName: toLine(data.customer_name ?? data.display_name ?? toObject(data.user).display_name, MAX_NAME),
      email: toLine(data.customer_email, MAX_NAME),
      verified: toBoolean(data.verified_buyer) ?? data.user_type === 'verifiedBuyer',
      published: !(toBoolean(data.archived) ?? false) && !(toBoolean(data.escalated) ?? false),
      createdAt: toTime(data.created_at),
      product: { externalId: productId === SITE_REVIEWS ? null : productId, handle: null, sku: null },
      orderNumber: toLine(data.external_order_id ?? order.external_id ?? data.order_id, MAX_ID),
    },
  ]
}
