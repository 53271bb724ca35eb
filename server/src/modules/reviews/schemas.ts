import { type Static, Type } from 'typebox'
import {
  Id,
  LINE_PATTERN,
  NonEmptyText,
  Nullable,
  OneOf,
  Optional,
  PageQuery,
  SingleLine,
  Timestamp,
} from '../../kit/schema.ts'
import { EmailAddress } from '../customers/schemas.ts'

/** Those that send us events. */
const REVIEW_PROVIDERS = ['judgeme', 'yotpo', 'okendo', 'trustpilot'] as const
export type ReviewProvider = (typeof REVIEW_PROVIDERS)[number]
const REVIEW_SOURCES = [...REVIEW_PROVIDERS, 'api'] as const
export type ReviewSource = (typeof REVIEW_SOURCES)[number]
export const ReviewSource = OneOf(REVIEW_SOURCES, { description: 'The provider that collected the review, or `api`.' })

/** Reviews that the provider deleted are not listed. */
const LISTED_STATUSES = ['published', 'hidden'] as const
export const ReviewStatus = OneOf(LISTED_STATUSES, {
  description: '`hidden`: its source does not publish it, or not yet. It does not count toward the rating.',
})
export const ReviewRating = Type.Integer({ minimum: 1, maximum: 5, description: 'Stars; 5 is best.' })

export const Review = Type.Object({
  id: Id('rev'),
  source: ReviewSource,
  externalId: Type.String({ description: 'ID of the review at its source.' }),
  productId: Nullable(Id('prod'), { description: 'Null for a review of the shop or of an unknown product.' }),
  rating: ReviewRating,
  title: Type.String(),
  body: Type.String({ description: 'Plain text.' }),
  authorName: Nullable(Type.String()),
  verified: Type.Boolean({ description: 'Whether it is confirmed that the author bought the product.' }),
  status: ReviewStatus,
  ticketId: Nullable(Id('tkt'), { description: 'The ticket that this review opened.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Review = Static<typeof Review>

export const NewReview = Type.Object(
  {
    externalId: Optional(
      NonEmptyText(255, 'Your ID of the review. If a review has it, that one is replaced. Defaults to a new ID.'),
    ),
    productId: Optional(Nullable(Id('prod'), { description: 'Omit it for a review of the shop.' })),
    rating: ReviewRating,
    title: Optional(Type.String({ maxLength: 300, pattern: LINE_PATTERN })),
    body: Optional(Type.String({ maxLength: 20_000, description: 'Plain text.' })),
    authorName: Optional(Nullable(SingleLine(200))),
    email: Optional(
      Nullable(EmailAddress, {
        description: 'Of the author. Stored only as a hash, by which an erasure finds the review.',
      }),
    ),
    verified: Optional(Type.Boolean({ default: false })),
    status: Optional(OneOf(LISTED_STATUSES, { default: 'published' })),
    createdAt: Optional(Timestamp),
  },
  {
    examples: [{ productId: 'prod_01k9z3h8x2f7mtv4q6bw0ncdre', rating: 5, title: 'Light and airy', authorName: 'Ada' }],
  },
)
export type NewReview = Static<typeof NewReview>

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
