import type { ReviewSource } from './schemas.ts'

/** How a provider names the product of a review. All null: the review is about the shop. */
export interface ProductReference {
  externalId: string | null
  handle: string | null
  sku: string | null
}

/** What providers tell us about a review, in one shape. */
export interface SourceReview {
  source: ReviewSource
  externalId: string
  /** Grows with every change at the provider. */
  version: number
  deleted: boolean
  /** Null only if the review is deleted. */
  rating: number | null
  title: string
  body: string
  authorName: string | null
  email: string | null
  verified: boolean
  published: boolean
  /** Null if the provider doesn't say. */
  createdAt: string | null
  product: ProductReference
  /** The number of the reviewed order. */
  orderNumber: string | null
}

export const NO_PRODUCT: ProductReference = { externalId: null, handle: null, sku: null }
