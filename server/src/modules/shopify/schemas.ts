import { type Static, Type } from 'typebox'
import { Actor, Id, NonEmptyText, Nullable, OneOf, Optional, PageQuery, Timestamp } from '../../kit/schema.ts'
import { SHOP_RESOURCES } from '../../ports/shop-lines.ts'

const ShopDomain = Type.String({
  pattern: '^[a-z0-9][a-z0-9-]{0,59}\\.myshopify\\.com$',
  errorMessage: 'must be the shop’s permanent domain, such as northwind.myshopify.com',
  description: 'The shop’s permanent domain.',
  examples: ['northwind.myshopify.com'],
})

export const ShopifyConnectionInput = Type.Object(
  {
    shop: ShopDomain,
    accessToken: NonEmptyText(255, 'The Admin API access token of your app (`shpat_…`).'),
    clientSecret: NonEmptyText(255, 'The client secret of your app, with which Shopify signs its webhooks.'),
  },
  {
    examples: [
      {
        shop: 'northwind.myshopify.com',
        accessToken: 'shpat_0123456789abcdef',
        clientSecret: 'shpss_0123456789abcdef',
      },
    ],
  },
)
export type ShopifyConnectionInput = Static<typeof ShopifyConnectionInput>

export const ShopifyConnection = Type.Object({
  status: OneOf(['not_connected', 'active', 'disabled', 'sample'] as const, {
    description:
      '`disabled`: Shopify no longer accepts the token, or the app was uninstalled. `sample`: the test environment syncs from a built-in sample shop.',
  }),
  shop: Nullable(Type.String()),
  name: Nullable(Type.String({ description: 'The name of the shop.' })),
  currency: Nullable(Type.String()),
  scopes: Type.Array(Type.String(), { description: 'What the token may do.' }),
  apiVersion: Nullable(Type.String({ description: 'The version of the Admin API that answered.' })),
  disabledReason: Nullable(Type.String()),
  webhooks: Type.Object(
    { subscribedAt: Nullable(Timestamp), error: Nullable(Type.String()) },
    { description: 'Whether Shopify tells us about changes between two syncs.' },
  ),
  lastSyncedAt: Nullable(Type.Unsafe<string>({ ...Timestamp, description: 'The end of the last completed sync.' })),
  createdAt: Nullable(Timestamp),
  updatedAt: Nullable(Timestamp),
})
export type ShopifyConnection = Static<typeof ShopifyConnection>

export const Resource = OneOf(SHOP_RESOURCES)
const MODES = ['full', 'incremental'] as const

export const NewShopifySync = Type.Object(
  {
    mode: Optional(
      OneOf(MODES, {
        default: 'full',
        description: '`incremental`: only what changed since the last completed sync of each resource.',
      }),
    ),
    resources: Optional(
      Type.Array(Resource, { minItems: 1, uniqueItems: true, description: 'Defaults to all that the token may read.' }),
    ),
    dryRun: Optional(Type.Boolean({ default: false, description: 'Reports what would change, and changes nothing.' })),
    deleteMissing: Optional(
      Type.Boolean({
        default: false,
        description:
          'Deletes synced products and collections that the shop no longer has. Only in a full sync whose export is complete. Customers and orders are never deleted.',
      }),
    ),
    confirmDeletions: Optional(
      Type.Boolean({
        default: false,
        description: 'Allows deleting more than 10 % of a resource. Check a dry run first.',
      }),
    ),
  },
  { examples: [{ mode: 'full', dryRun: true, deleteMissing: true }] },
)
export type NewShopifySync = Static<typeof NewShopifySync>

const count = Type.Integer({ minimum: 0 })

export const SyncCounts = Type.Object({
  read: count,
  created: count,
  updated: count,
  unchanged: count,
  deleted: count,
  failed: count,
})
export type SyncCounts = Static<typeof SyncCounts>

const STAGES = [...SHOP_RESOURCES, 'images'] as const
const STATUSES = ['queued', 'running', 'completed', 'failed', 'canceled'] as const
const PHASES = ['export', 'wait', 'read', 'recheck', 'delete', 'images'] as const

export const ShopifySync = Type.Object({
  id: Id('syn'),
  status: OneOf(STATUSES, { description: '`completed`: finished, with or without errors of single objects.' }),
  mode: OneOf(MODES),
  resources: Type.Array(Resource),
  dryRun: Type.Boolean(),
  deleteMissing: Type.Boolean(),
  confirmDeletions: Type.Boolean(),
  stage: OneOf(STAGES, { description: 'What is being synced.' }),
  phase: OneOf(PHASES, {
    description:
      '`export` and `wait`: Shopify prepares the data. `read`: it is applied. `recheck`: incomplete objects are read again. `delete`: missing objects are deleted. `images`: they are downloaded.',
  }),
  progress: Type.Number({ minimum: 0, maximum: 1, description: 'From 0 to 1, estimated.' }),
  counts: Type.Partial(
    Type.Object(
      Object.fromEntries(STAGES.map((stage) => [stage, SyncCounts])) as Record<
        (typeof STAGES)[number],
        typeof SyncCounts
      >,
    ),
    { description: 'Number of objects by resource and outcome.' },
  ),
  warnings: Type.Array(Type.String()),
  error: Nullable(Type.String({ description: 'Why the sync failed; while it runs, what it waits for.' })),
  actor: Actor,
  createdAt: Timestamp,
  startedAt: Nullable(Timestamp),
  finishedAt: Nullable(Timestamp),
})
export type ShopifySync = Static<typeof ShopifySync>

export const ShopifySyncPath = Type.Object({ id: Id('syn') })
export const ShopifySyncsQuery = PageQuery({})
export type ShopifySyncsQuery = Static<typeof ShopifySyncsQuery>

const OUTCOMES = ['created', 'updated', 'deleted', 'failed'] as const

export const FieldChange = Type.Object({
  field: Type.String({ examples: ['title'] }),
  from: Nullable(Type.String()),
  to: Nullable(Type.String()),
})
export type FieldChange = Static<typeof FieldChange>

export const ShopifySyncChange = Type.Object({
  id: Id('syi'),
  resource: OneOf(STAGES),
  externalId: Type.String({ examples: ['gid://shopify/Product/1'] }),
  localId: Nullable(Type.String({ examples: ['prod_01k9z3h8x2f7mtv4q6bw0ncdre'] })),
  outcome: OneOf(OUTCOMES),
  title: Nullable(Type.String({ description: 'Of a product or collection; null for people.' })),
  changes: Type.Array(FieldChange, {
    description: 'The first 20 fields that differ. For customers and orders only the names of the fields.',
  }),
  error: Nullable(Type.String()),
})
export type ShopifySyncChange = Static<typeof ShopifySyncChange>

export const ShopifySyncChangesQuery = PageQuery({
  resource: Optional(OneOf(STAGES)),
  outcome: Optional(OneOf(OUTCOMES)),
})
export type ShopifySyncChangesQuery = Static<typeof ShopifySyncChangesQuery>
