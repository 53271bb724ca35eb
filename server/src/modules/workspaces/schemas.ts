import { type Static, Type } from 'typebox'
import { MODES, SCOPES } from '../../kit/api-key.ts'
import { LANGUAGE_CODES } from '../../kit/languages.ts'
import { Currency } from '../../kit/money.ts'
import { MaxQuantityPerOrder, NAME_PATTERN, Nullable, OneOf, Timestamp, Uuid } from '../../kit/schema.ts'

export const WorkspaceName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: NAME_PATTERN,
  examples: ['Hazel & Oak'],
})

const TimeZone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'IANA time zone.',
  examples: ['Europe/Berlin'],
})

const SearchLanguages = Type.Array(OneOf(LANGUAGE_CODES), {
  maxItems: 5,
  uniqueItems: true,
  description: 'Languages whose word forms search understands in product text.',
  examples: [['en', 'de']],
})

const UniqueSkus = Type.Boolean({
  description:
    'Whether each SKU belongs to only one variant. Turning it on while variants share a SKU returns 409 with the duplicates.',
})

const StorefrontUrl = Type.String({
  minLength: 1,
  maxLength: 500,
  pattern: '^https?://',
  errorMessage: 'must be an http or https URL, such as https://shop.example/products/{handle}',
  description:
    'Where your storefront shows a product. `{handle}` or `{id}` stands for the product. Feeds, the sitemap and JSON-LD link there.',
  examples: ['https://shop.example/products/{handle}'],
})

const reservations = {
  maxQuantityPerOrder: Nullable(MaxQuantityPerOrder, {
    description: 'Limit for variants that have none of their own. Null for no limit.',
  }),
  reservationMinutes: Type.Integer({
    minimum: 1,
    maximum: 60,
    description:
      'How long a checkout intent reserves stock before a payment is attempted. One cart can extend it to up to three times as long.',
    examples: [5],
  }),
  reservationMaxUnits: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: 'Units of a variant that one visitor can reserve before paying, regardless of stock.',
    examples: [10],
  }),
  reservationMaxPercent: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'Percentage of the available stock that one visitor can reserve instead, if that is more.',
    examples: [20],
  }),
}

export const Workspace = Type.Object({
  id: Uuid,
  name: WorkspaceName,
  mode: OneOf(MODES, { description: 'Environment of the key.' }),
  keyScope: Nullable(OneOf(SCOPES, { description: 'What the key may call. Null for a signed-in member.' })),
  environmentId: Type.String({
    format: 'uuid',
    description: 'The workspace ID that storefronts send as `X-Workspace-Id`. The sandbox has its own.',
  }),
  currency: Currency,
  timeZone: TimeZone,
  searchLanguages: SearchLanguages,
  uniqueSkus: UniqueSkus,
  storefrontUrl: Nullable(StorefrontUrl),
  ...reservations,
  createdAt: Timestamp,
})
export type Workspace = Static<typeof Workspace>

export const WorkspaceChanges = Type.Partial(
  Type.Object({
    name: WorkspaceName,
    currency: Currency,
    timeZone: TimeZone,
    searchLanguages: SearchLanguages,
    uniqueSkus: UniqueSkus,
    storefrontUrl: Nullable(StorefrontUrl),
    ...reservations,
  }),
  {
    minProperties: 1,
  },
)
export type WorkspaceChanges = Static<typeof WorkspaceChanges>
