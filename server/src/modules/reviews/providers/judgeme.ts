import type { InboundEvent } from '../../../events/inbound-handler.ts'
import { toBoolean, toLine, toNumber, toObject, toText, toTime } from '../../../kit/loose-json.ts'
import type { SourceReview } from '../source-review.ts'
import { MAX_BODY, MAX_ID, MAX_NAME, MAX_TITLE, toStars, versionOf } from './review-fields.ts'

/** `review/created` and `review/updated`, which is sent often, also when nothing that we store has changed. */
export function parseJudgeme({ body, receivedAt }: InboundEvent): SourceReview[] {
  const review = toObject(toObject(body).review)
  const reviewer = toObject(review.reviewer)
  const externalId = toText(review.id, MAX_ID)
  const rating = toStars(review.rating)
  if (externalId === null || rating === null) return []
  const isHidden = toBoolean(review.hidden) ?? false
  const isPublished = toBoolean(review.published) ?? true
  return [
    {
      source: 'judgeme',
      externalId,
      version: versionOf(review.updated_at ?? review.created_at, receivedAt),
      deleted: false,
      rating,
      title: toLine(review.title, MAX_TITLE) ?? '',
      body: toText(review.body, MAX_BODY) ?? '',
      authorName: toLine(reviewer.name, MAX_NAME),
      email: toLine(reviewer.email, MAX_NAME),
      verified: isVerified(review.verified),
      // Spam is neither hidden nor shown.
      published: isPublished && !isHidden && review.curated !== 'spam',
      createdAt: toTime(review.created_at),
      product: {
        // 0 is the shop itself.
        externalId: toNumber(review.product_external_id) === 0 ? null : toText(review.product_external_id, MAX_ID),
        handle: toLine(review.product_handle, MAX_ID),
        sku: null,
      },
      orderNumber: null,
    },
  ]
}

/** Such as `buyer` or `verified-purchase`; `nothing` is not. */
const isVerified = (value: unknown): boolean =>
  toBoolean(value) ?? (typeof value === 'string' && /buyer|verified|confirmed/.test(value))
