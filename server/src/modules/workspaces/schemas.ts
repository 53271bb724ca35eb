import { type Static, Type } from 'typebox'
import { MODES, SCOPES } from '../../kit/api-key.ts'
import { Currency } from '../../kit/currencies.ts'
import { LANGUAGE_CODES } from '../../kit/languages.ts'
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
  description: 'A name of the IANA database.',
  examples: ['Europe/Berlin'],
})

const SearchLanguages = Type.Array(OneOf(LANGUAGE_CODES), {
  maxItems: 5,
  uniqueItems: true,
  description: 'In which languages the words of products are understood when shoppers search.',
  examples: [['en', 'de']],
})

const UniqueSkus = Type.Boolean({
  description:
    'Whether each SKU belongs to one variant only. It can be turned on once no two variants share a SKU (409 lists those that do).',
})

const reservations = {
  maxQuantityPerOrder: Nullable(MaxQuantityPerOrder, {
    description: 'For variants that have no limit of their own. Null: no limit.',
  }),
  reservationMinutes: Type.Integer({
    minimum: 1,
    maximum: 60,
    description:
      'How long a checkout intent reserves stock before a payment is attempted. One cart can renew it up to three times as long.',
    examples: [5],
  }),
  reservationMaxUnits: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: 'How many units of a variant one visitor can reserve before paying, however few are in stock.',
    examples: [10],
  }),
  reservationMaxPercent: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'Or this share of the available stock, where that is more.',
    examples: [20],
  }),
}

export const Workspace = Type.Object({
  id: Uuid,
  name: WorkspaceName,
  mode: OneOf(MODES, { description: 'The environment that the key belongs to.' }),
  keyScope: Nullable(OneOf(SCOPES, { description: 'What the key may call. Null for a member who is signed in.' })),
  environmentId: Type.String({
    format: 'uuid',
    description: "Storefronts send it as `X-Workspace-Id`; live's is the workspace's own id.",
  }),
  currency: Currency,
  timeZone: TimeZone,
  searchLanguages: SearchLanguages,
  uniqueSkus: UniqueSkus,
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
    ...reservations,
  }),
  {
    minProperties: 1,
  },
)
export type WorkspaceChanges = Static<typeof WorkspaceChanges>
