import type { InboundEvent } from '../../../events/inbound-handler.ts'
import { toBoolean, toLine, toList, toObject, toText, toTime } from '../../../kit/loose-json.ts'
import { NO_PRODUCT, type SourceReview } from '../source-review.ts'
import { MAX_BODY, MAX_ID, MAX_NAME, MAX_TITLE, toStars, versionOf } from './review-fields.ts'

const EVENT_NAME = /^(service|product)-review-(created|updated|deleted)$/

/** Several reviews at once. They have no email: `referenceId` is the number of the order. */
export const parseTrustpilot = ({ body, receivedAt }: InboundEvent): SourceReview[] =>
  toList(toObject(body).events).flatMap((entry) => {
    const [, kind, change] = EVENT_NAME.exec(String(toObject(entry).eventName)) ?? []
    const data = toObject(toObject(entry).eventData)
    const id = toText(data.id, MAX_ID)
    const rating = toStars(data.stars)
    const deleted = change === 'deleted'
    if (kind === undefined || id === null || (rating === null && !deleted)) return []
    const product = toObject(data.product)
    const review: SourceReview = {
      source: 'trustpilot',
      // Both kinds number their reviews, each for itself.
      externalId: `${kind}-${id}`,
      version: versionOf(deleted ? data.deletedAt : (data.updatedAt ?? data.createdAt), receivedAt),
      deleted,
      rating,
      title: toLine(data.title, MAX_TITLE) ?? '',
      body: toText(data.text ?? data.content, MAX_BODY) ?? '',
      authorName: toLine(toObject(data.consumer).name ?? toObject(data.consumer).displayName, MAX_NAME),
      email: null,
      verified: toBoolean(data.isVerified) ?? false,
      published: true,
      createdAt: toTime(data.createdAt),
      product:
        kind === 'service'
          ? NO_PRODUCT
          : {
              externalId: toText(product.id ?? data.productId, MAX_ID),
              handle: null,
              sku: toLine(product.sku ?? data.sku, MAX_ID),
            },
      orderNumber: toLine(data.referenceId, MAX_ID),
    }
    return [review]
  })
