import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf, Optional, PageQuery, Timestamp } from '../../kit/schema.ts'

export const REVIEW_SOURCES = ['judgeme', 'yotpo', 'okendo', 'trustpilot'] as const
export type ReviewSource = (typeof REVIEW_SOURCES)[number]
export const ReviewSource = OneOf(REVIEW_SOURCES, { description: 'The provider that collected the review.' })

/** Reviews that the provider deleted are not listed. */
const LISTED_STATUSES = ['published', 'hidden'] as const
const ReviewStatus = OneOf(LISTED_STATUSES, {
  description: '`hidden`: not published by the provider, or not yet. It does not count toward the rating.',
})
export const ReviewRating = Type.Integer({ minimum: 1, maximum: 5, description: 'Stars; 5 is best.' })

export const Review = Type.Object({
  id: Id('rev'),
  source: ReviewSource,
  externalId: Type.String({ description: 'ID of the review at the provider.' }),
  productId: Nullable(Id('prod'), { description: 'Null for a review of the shop or of an unknown product.' }),
  rating: ReviewRating,
  title: Type.String(),
  body: Type.String({ description: 'Plain text.' }),
  authorName: Nullable(Type.String()),
  verified: Type.Boolean({ description: 'Whether the provider confirmed that the author bought the product.' }),
  status: ReviewStatus,
  ticketId: Nullable(Id('tkt'), { description: 'The ticket that this review opened.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Review = Static<typeof Review>

export const ReviewPath = Type.Object({ id: Id('rev') })
export const ReviewedProductPath = Type.Object({ id: Id('prod') })

export const ProductReviewsQuery = PageQuery({ rating: Optional(ReviewRating) })
export type ProductReviewsQuery = Static<typeof ProductReviewsQuery>

export const ReviewsQuery = PageQuery({
  productId: Optional(Id('prod')),
  rating: Optional(ReviewRating),
  status: Optional(ReviewStatus),
  source: Optional(ReviewSource),
})
export type ReviewsQuery = Static<typeof ReviewsQuery>

export const ReviewSettingsInput = Type.Object({
  ticketMaxRating: Type.Integer({
    minimum: 0,
    maximum: 5,
    description: 'A review with at most this many stars opens a ticket, once. 0: none does.',
    examples: [2],
  }),
})
export type ReviewSettingsInput = Static<typeof ReviewSettingsInput>

export const ReviewSettings = Type.Object({
  ...ReviewSettingsInput.properties,
  updatedAt: Nullable(Timestamp),
})
export type ReviewSettings = Static<typeof ReviewSettings>
