import type { InboundEvent } from '../../../events/inbound-handler.ts'
import { toBoolean, toLine, toNumber, toObject, toText, toTime } from '../../../kit/loose-json.ts'
import type { SourceReview } from '../source-review.ts'
import { MAX_BODY, MAX_ID, MAX_NAME, MAX_TITLE, toStars, versionOf } from './review-fields.ts'

/**
 * A review was created, updated or deleted. Deliveries come in any order, and their `sequenceNumber` says which one is
 * newer.
 */
export function parseOkendo({ topic, body, receivedAt }: InboundEvent): SourceReview[] {
  const envelope = toObject(body)
  const review = toObject(envelope.review ?? envelope.data ?? envelope.resource ?? envelope.payload)
  const externalId = toText(review.reviewId ?? review.id ?? envelope.resourceId, MAX_ID)
  const rating = toStars(review.rating)
  const status = toText(review.status, MAX_ID) ?? 'approved'
  const deleted = /delete/.test(`${topic} ${envelope.topic ?? ''}`) || status === 'deleted'
  if (externalId === null || (rating === null && !deleted)) return []
  const reviewer = toObject(review.reviewer)
  const time = review.dateUpdated ?? review.dateModified ?? review.dateCreated
  return [
    {
      source: 'okendo',
      externalId,
      version: toNumber(envelope.sequenceNumber) ?? versionOf(time, receivedAt),
      deleted,
      rating,
      title: toLine(review.title, MAX_TITLE) ?? '',
      body: toText(review.body, MAX_BODY) ?? '',
      authorName: toLine(reviewer.displayName ?? reviewer.name, MAX_NAME),
      email: toLine(reviewer.email ?? toObject(review.contributor).email, MAX_NAME),
      verified: toBoolean(reviewer.isVerified) ?? /buyer|verified/.test(String(reviewer.verifiedStatus ?? '')),
      published: status === 'approved' || status === 'published',
      createdAt: toTime(review.dateCreated),
      product: {
        // `shopify-4711`: the shop system, then its ID.
        externalId: toText(review.productId, MAX_ID)?.replace(/^[a-z]+-(?=\d+$)/, '') ?? null,
        handle: toLine(review.productHandle, MAX_ID),
        sku: toLine(review.productSku ?? review.sku, MAX_ID),
      },
      orderNumber: toLine(review.orderNumber ?? toObject(review.order).number, MAX_ID),
    },
  ]
}
