import { type Static, Type } from 'typebox'
import { Id, NAME_PATTERN, Nullable, OneOf, Optional, PageQuery, Timestamp } from '../../kit/schema.ts'

/** Far enough from the limit of a database integer that the sum of any three quantities is exact. */
export const MAX_QUANTITY = 1_000_000_000

const Units = (description: string) => Type.Integer({ minimum: 0, maximum: MAX_QUANTITY, description })
const Delta = (description: string) => Type.Integer({ minimum: -MAX_QUANTITY, maximum: MAX_QUANTITY, description })

const INVENTORY_POLICIES = ['deny', 'continue'] as const
export const TrackStock = Type.Boolean({
  description: 'Whether its stock is counted. What is not counted can always be bought.',
})
export const InventoryPolicy = OneOf(INVENTORY_POLICIES, {
  description: 'What happens when it is out of stock: `deny` stops its sale, `continue` sells on.',
})

const Sku = Type.String({ minLength: 1, maxLength: 100, examples: ['SHI-SOL-M-SKY'] })
const OnHand = Type.Integer({
  description: 'How many are there. Below zero only where a variant is sold on when it is out.',
})
const Reserved = Units('How many of them are promised to checkouts.')
const Incoming = Units('How many are on their way.')
const SafetyStock = Units('How many are kept back from sale.')
const LowStockAt = Nullable(Units('At so many available, or fewer, `inventory.low_stock` is told; null: never.'))
const Available = Type.Integer({ description: '`onHand` less `reserved` less `safetyStock`; may be below zero.' })

export const Level = Type.Object({
  variantId: Id('var'),
  productId: Id('prod'),
  productTitle: Type.String(),
  variantTitle: Type.String({
    description: 'The values of its options; of a product without options its title.',
    examples: ['M / Sky'],
  }),
  sku: Nullable(Type.String()),
  locationId: Id('loc'),
  locationName: Type.String(),
  onHand: OnHand,
  reserved: Reserved,
  incoming: Incoming,
  safetyStock: SafetyStock,
  lowStockAt: LowStockAt,
  available: Available,
  trackStock: TrackStock,
  whenOut: InventoryPolicy,
  updatedAt: Timestamp,
})
export type Level = Static<typeof Level>

export const LevelsQuery = PageQuery({
  variantId: Optional(Id('var')),
  productId: Optional(Id('prod')),
  sku: Optional(Sku),
  locationId: Optional(Id('loc')),
  low: Optional(Type.Boolean({ description: '`true`: only where `available` is at or below `lowStockAt`.' })),
})
export type LevelsQuery = Static<typeof LevelsQuery>

const ADJUSTMENT_REASONS = ['received', 'count', 'damaged', 'returned', 'correction', 'transfer', 'other'] as const
/** `initial`: the stock a new variant was created with. `sold` and `restocked` have the order in `reference`. */
const MOVEMENT_REASONS = [...ADJUSTMENT_REASONS, 'initial', 'sold', 'restocked'] as const
export type MovementReason = (typeof MOVEMENT_REASONS)[number]

const Reference = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'What it is about in your own books, such as the number of a delivery note.',
  examples: ['PO-2026-118'],
})

const StockChange = Type.Object({
  variantId: Optional(Id('var')),
  sku: Optional(Sku),
  locationId: Optional(Id('loc')),
  onHandChange: Optional(Delta('Added to what is on hand; below zero: taken away.')),
  onHand: Optional(Delta('What is on hand from now on, whatever it was: as counted.')),
  expectedOnHand: Optional(
    Delta('What you believe is on hand now. If it is not, nothing is changed (409 `stock_changed`).'),
  ),
  incomingChange: Optional(Delta('Added to what is on its way.')),
  incoming: Optional(Incoming),
  safetyStock: Optional(SafetyStock),
  lowStockAt: Optional(LowStockAt),
})
export type StockChange = Static<typeof StockChange>

export const NewAdjustment = Type.Object(
  {
    reason: OneOf(ADJUSTMENT_REASONS),
    reference: Optional(Nullable(Reference)),
    changes: Type.Array(StockChange, {
      minItems: 1,
      maxItems: 500,
      description: 'Each names a variant, by `variantId` or `sku`, and a location; without one it is the first active.',
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
  lowStockAt: LowStockAt,
  available: Available,
})
export type AdjustedLevel = Static<typeof AdjustedLevel>

export const Adjustment = Type.Object({
  reason: OneOf(ADJUSTMENT_REASONS),
  reference: Nullable(Type.String()),
  levels: Type.Array(AdjustedLevel, { description: 'Every level that was named, as it is now.' }),
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
  reference: Nullable(Type.String()),
  actor: Type.String({
    description: 'Who: `key:` or `member:` with an id, or `system`.',
    examples: ['key:key_01k9z3h8x2f7mtv4q6bw0ncdre'],
  }),
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

export const StockAudit = Type.Object({
  checkedLevels: Type.Integer(),
  driftCount: Type.Integer({ description: 'How many quantities are not what the ledger says. Zero: all is well.' }),
  drift: Type.Array(
    Type.Object({
      variantId: Id('var'),
      locationId: Id('loc'),
      field: OneOf(['onHand', 'reserved', 'incoming']),
      level: Type.Integer({ description: 'What the level says.' }),
      ledger: Type.Integer({ description: 'What its movements add up to.' }),
    }),
    { description: `The first ${MAX_DRIFT} of them.` },
  ),
})

export const Location = Type.Object({
  id: Id('loc'),
  name: Type.String({ examples: ['Main location'] }),
  position: Type.Integer({
    description: 'Locations are listed by it; what names no location goes to the first active.',
  }),
  active: Type.Boolean({ description: 'Only active locations have stock.' }),
  createdAt: Timestamp,
})
export type Location = Static<typeof Location>

export const MAX_LOCATIONS = 200

export const Locations = Type.Object({ data: Type.Array(Location) })

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
