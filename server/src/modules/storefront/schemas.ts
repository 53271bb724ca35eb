import { type Static, Type } from 'typebox'
import { Money } from '../../kit/money.ts'
import { Id, Nullable, PageQuery } from '../../kit/schema.ts'

const Currency = Type.String({
  pattern: '^[A-Z]{3}$',
  description: 'In which prices are wanted; without it the shop’s own.',
})

const Image = Type.Object({ id: Id('img'), url: Type.String(), alt: Type.String() })

const ShownVariant = Type.Object({
  id: Id('var'),
  options: Type.Record(Type.String(), Type.String()),
  sku: Nullable(Type.String()),
  barcode: Nullable(Type.String()),
  price: Nullable(Money),
  compareAtPrice: Nullable(Money),
  requiresShipping: Type.Boolean(),
})

/** What everybody may see: no costs, no drafts, nothing of other systems. */
export const ShownProduct = Type.Object({
  id: Id('prod'),
  handle: Type.String(),
  title: Type.String(),
  description: Type.String({ description: 'Markdown.' }),
  vendor: Type.String(),
  type: Type.String(),
  tags: Type.Array(Type.String()),
  seo: Type.Object({ title: Nullable(Type.String()), description: Nullable(Type.String()) }),
  options: Type.Array(Type.Object({ name: Type.String(), values: Type.Array(Type.String()) })),
  priceRange: Nullable(
    Type.Object(
      { min: Money, max: Money },
      { description: 'Over all variants; null when none is sold in this currency.' },
    ),
  ),
  variants: Type.Array(ShownVariant),
  images: Type.Array(Image),
})
export type ShownProduct = Static<typeof ShownProduct>

export const ShownQuery = PageQuery({
  tag: Type.Optional(Type.String({ maxLength: 100 })),
  vendor: Type.Optional(Type.String({ maxLength: 100 })),
  type: Type.Optional(Type.String({ maxLength: 100 })),
  currency: Type.Optional(Currency),
})
export type ShownQuery = Static<typeof ShownQuery>

export const OneShown = Type.Object({ id: Type.String({ maxLength: 100, description: 'The id or the handle.' }) })
export const InCurrency = Type.Object({ currency: Type.Optional(Currency) })
