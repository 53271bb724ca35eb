import { type Static, Type } from 'typebox'
import { NonEmptyText, Optional, SingleLine } from '../../kit/schema.ts'

export const Address = Type.Object({
  name: Optional(SingleLine(200)),
  company: Optional(SingleLine(200)),
  line1: Optional(SingleLine(300)),
  line2: Optional(SingleLine(300)),
  city: Optional(SingleLine(200)),
  region: Optional(SingleLine(50, 'As written in the country, such as `NY` or `BY`.')),
  postalCode: Optional(SingleLine(20, 'Checked at checkout against the country’s format.')),
  country: Type.String({
    pattern: '^[A-Z]{2}$',
    description: 'Two-letter country code (ISO 3166-1).',
    examples: ['AT'],
  }),
  phone: Optional(NonEmptyText(50)),
})
export type Address = Static<typeof Address>
