import { type Static, Type } from 'typebox'
import { Given, Nullable } from '../../../kit/schema.ts'
import { Address } from '../../carts/schemas.ts'
import { DraftItems, Email, GivenShipping, Note, Tags } from '../given-schemas.ts'

export const OrderChanges = Type.Object(
  {
    email: Given(Nullable(Email)),
    shippingAddress: Given(Nullable(Address, { description: 'Until something is sent.' })),
    billingAddress: Given(Nullable(Address, { description: 'Until something is sent.' })),
    tags: Given(Tags),
    staffNote: Given(Nullable(Note)),
    note: Given(Nullable(Note)),
    items: Given(DraftItems),
    shipping: Given(Nullable(GivenShipping)),
  },
  { minProperties: 1, examples: [{ tags: ['gift'], staffNote: 'Call before delivery.' }] },
)
export type OrderChanges = Static<typeof OrderChanges>
