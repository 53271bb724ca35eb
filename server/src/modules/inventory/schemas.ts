import { type Static, Type } from 'typebox'
import { Actor, Id, NAME_PATTERN, Nullable, OneOf, Optional, Page, PageQuery, Timestamp } from '../../kit/schema.ts'

/** Far enough from the limit of a database integer that the sum of any three quantities is exact. */
export const MAX_QUANTITY = 1_000_000_000

const Units = (description: string) => Type.Integer({ minimum: 0, maximum: MAX_QUANTITY, description })
const Delta = (description: string) => Type.Integer({ minimum: -MAX_QUANTITY, maximum: MAX_QUANTITY, description })

const INVENTORY_POLICIES = ['deny', 'continue'] as const
export const TrackStock = Type.Boolean({
  description: 'Whether stock is tracked. An untracked variant can always be bought.',
})
export const InventoryPolicy = OneOf(INVENTORY_POLICIES, {
  description: 'What happens when the variant is out of stock: `deny` stops selling it, `continue` keeps selling it.',
})

const Sku = Type.String({ minLength: 1, maxLength: 100, examples: ['SHI-SOL-M-SKY'] })
const OnHand = Type.Integer({
  description: 'Quantity on hand. Negative only if the variant is sold when out of stock.',
})
const Reserved = Units('Quantity reserved by checkouts.')
const Incoming = Units('Quantity on its way.')
const SafetyStock = Units('Quantity withheld from sale.')
const LowStockThreshold = Nullable(
  Units('Available quantity at or below which `inventory.low_stock` is emitted; null for never.'),
)
const Available = Type.Integer({ description: '`onHand` minus `reserved` minus `safetyStock`; can be negative.' })

export const Level = Type.Object({
  variantId: Id('var'),
  productId: Id('prod'),
  productTitle: Type.String(),
  variantTitle: Type.String({
    description: 'Option values, or the product title if the product has no options.',
    examples: ['M / Sky'],
  }),
  sku: Nullable(Type.String()),
  locationId: Id('loc'),
  locationName: Type.String(),
  onHand: OnHand,
  reserved: Reserved,
  incoming: Incoming,
  safetyStock: SafetyStock,
  lowStockThreshold: LowStockThreshold,
  available: Available,
  trackStock: TrackStock,
  inventoryPolicy: InventoryPolicy,
  updatedAt: Timestamp,
})
export type Level = Static<typeof Level>

export const LevelsQuery = PageQuery({
  q: Optional(
    Type.String({
      maxLength: 100,
      description:
        'Words of the product’s title, its option values or SKUs, or how they begin, in any case. Searches the 2,000 newest products that match.',
    }),
  ),
  variantId: Optional(Id('var')),
  productId: Optional(Id('prod')),
  sku: Optional(Sku),
  locationId: Optional(Id('loc')),
  lowStock: Optional(
    Type.Boolean({ description: '`true`: only levels whose `available` is at or below `lowStockThreshold`.' }),
  ),
})
export type LevelsQuery = Static<typeof LevelsQuery>

const ADJUSTMENT_REASONS = ['received', 'count', 'damaged', 'returned', 'correction', 'transfer', 'other'] as const
/** `initial`: the stock a new variant was created with. the reference of `sold` and `restocked` is the order. */
const MOVEMENT_REASONS = [...ADJUSTMENT_REASONS, 'initial', 'sold', 'restocked'] as const
export type MovementReason = (typeof MOVEMENT_REASONS)[number]

const Reference = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'Reference in your own records, such as a delivery note number.',
  examples: ['PO-2026-118'],
})

const StockChange = Type.Object({
  variantId: Optional(Id('var')),
  sku: Optional(Sku),
  locationId: Optional(Id('loc')),
  onHandChange: Optional(Delta('Added to the quantity on hand; negative to remove.')),
  onHand: Optional(Delta('New quantity on hand, as counted.')),
  expectedOnHand: Optional(
    Delta('Quantity you expect on hand. If it differs, nothing is changed (409 `stock_changed`).'),
  ),
  incomingChange: Optional(Delta('Added to the incoming quantity.')),
  incoming: Optional(Incoming),
  safetyStock: Optional(SafetyStock),
  lowStockThreshold: Optional(LowStockThreshold),
})
export type StockChange = Static<typeof StockChange>

export const NewAdjustment = Type.Object(
  {
    reason: OneOf(ADJUSTMENT_REASONS),
    reference: Optional(Nullable(Reference)),
    changes: Type.Array(StockChange, {
      minItems: 1,
      maxItems: 500,
      description: 'Each change has a `variantId` or `sku`, and a `locationId`, by default the first active location.',
    }),
  },
  {
    examples: [
      {
        reason: 'received',
        reference: 'PO-2026-118',
        changes: [{ sku: 'SHI-SOL-M-SKY', onHandChange: 40, incomingChange: -40 }],
      },
      { reason: 'count', changes: [{ variantId: 'var_01k9z3h8x2f7mtv4q6bw0ncdre', onHand: 17, expectedOnHand: 19 }] },
    ],
  },
)
export type NewAdjustment = Static<typeof NewAdjustment>

const AdjustedLevel = Type.Object({
  variantId: Id('var'),
  locationId: Id('loc'),
  onHand: OnHand,
  reserved: Reserved,
  incoming: Incoming,
  safetyStock: SafetyStock,
  lowStockThreshold: LowStockThreshold,
  available: Available,
})
export type AdjustedLevel = Static<typeof AdjustedLevel>

export const Adjustment = Type.Object({
  reason: OneOf(ADJUSTMENT_REASONS),
  reference: Nullable(Type.String()),
  levels: Type.Array(AdjustedLevel, { description: 'Every level in the request, in its current state.' }),
})
export type Adjustment = Static<typeof Adjustment>

export const Movement = Type.Object({
  id: Id('mov'),
  variantId: Id('var'),
  locationId: Id('loc'),
  onHandChange: Type.Integer(),
  reservedChange: Type.Integer(),
  incomingChange: Type.Integer(),
  reason: OneOf(MOVEMENT_REASONS),
  orderId: Nullable(Id('ord'), { description: 'The order of `sold` and `restocked` units.' }),
  reference: Nullable(Type.String()),
  actor: Actor,
  createdAt: Timestamp,
})

export const MovementsQuery = PageQuery({
  variantId: Optional(Id('var')),
  sku: Optional(Sku),
  locationId: Optional(Id('loc')),
  reason: Optional(OneOf(MOVEMENT_REASONS)),
})
export type MovementsQuery = Static<typeof MovementsQuery>

export const MAX_DRIFT = 1000

/** Per request. */
export const AUDITED_VARIANTS = 1000
/** With all movements of each, of which there may be many thousands. */
export const FULLY_AUDITED_VARIANTS = 100
export const StockAuditQuery = Type.Object({
  cursor: Optional(Type.String({ maxLength: 100, description: 'The `nextCursor` of the previous response.' })),
  full: Optional(
    Type.Boolean({
      description: `\`true\`: adds up all movements from the first one instead of those since the checkpoint of a variant, checks the checkpoints, and audits ${FULLY_AUDITED_VARIANTS} variants per request.`,
    }),
  ),
})
export type StockAuditQuery = Static<typeof StockAuditQuery>

export const StockAudit = Type.Object({
  checkedLevels: Type.Integer(),
  driftCount: Type.Integer({
    description: 'Number of quantities that differ from the ledger. Zero means no differences.',
  }),
  drift: Type.Array(
    Type.Object({
      variantId: Id('var'),
      locationId: Id('loc'),
      field: OneOf(['onHand', 'reserved', 'incoming']),
      level: Type.Integer({ description: 'Quantity of the level.' }),
      ledger: Type.Integer({ description: 'Sum of its movements.' }),
    }),
    { description: `The first ${MAX_DRIFT} differences.` },
  ),
  checkpointDriftCount: Type.Integer({
    description:
      'Number of quantities of checkpoints that differ from the movements they cover. Checked if `full` is true, and for variants whose levels differ from checkpoint and newer movements.',
  }),
  checkpointDrift: Type.Array(
    Type.Object({
      variantId: Id('var'),
      locationId: Id('loc'),
      field: OneOf(['onHand', 'incoming']),
      checkpoint: Type.Integer({ description: 'Quantity of the checkpoint.' }),
      ledger: Type.Integer({ description: 'Sum of the movements it covers.' }),
    }),
    { description: `The first ${MAX_DRIFT} differences.` },
  ),
  nextCursor: Nullable(Type.String({ description: 'Continues with older variants. Null: all were checked.' })),
})
export type StockAudit = Static<typeof StockAudit>

export const Location = Type.Object({
  id: Id('loc'),
  name: Type.String({ examples: ['Main location'] }),
  position: Type.Integer({
    description: 'Sort position. Stock without a location goes to the first active location.',
  }),
  active: Type.Boolean({ description: 'Only active locations can have stock.' }),
  createdAt: Timestamp,
})
export type Location = Static<typeof Location>

export const MAX_LOCATIONS = 200

export const Locations = Page(Location)

const locationFields = {
  position: Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  active: Optional(Type.Boolean()),
}
const LocationName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: NAME_PATTERN,
  examples: ['Berlin warehouse'],
})

export const NewLocation = Type.Object({ name: LocationName, ...locationFields })
export type NewLocation = Static<typeof NewLocation>

export const LocationChanges = Type.Object({ name: Optional(LocationName), ...locationFields })
export type LocationChanges = Static<typeof LocationChanges>

export const LocationPath = Type.Object({ id: Id('loc') })
