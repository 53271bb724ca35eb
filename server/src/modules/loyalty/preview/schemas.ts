import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf } from '../../../kit/schema.ts'
import { CurrentTier } from '../members/schemas.ts'
import { LoyaltyProgram } from '../program/schemas.ts'

export const PointsPreview = Type.Object({
  points: Type.Integer({ description: 'What the order would earn.', examples: [24] }),
  multiplierPercent: Type.Integer({ description: 'That of the tier; 100 without one.' }),
  tier: Nullable(CurrentTier),
  items: Type.Array(
    Type.Object({
      variantId: Id('var'),
      quantity: Type.Integer(),
      points: Type.Integer(),
      rule: Nullable(LoyaltyProgram.properties.productRules.items, { description: 'The product rule that applies.' }),
    }),
  ),
  availableAfterDays: Type.Integer({ description: 'How long the points stay pending after the payment.' }),
  reason: Nullable(OneOf(['inactive', 'currency_mismatch'] as const, { description: 'Why orders earn nothing.' })),
})
export type PointsPreview = Static<typeof PointsPreview>
