import { type Static, Type } from 'typebox'
import { Money } from '../../kit/money.ts'
import { LINE_PATTERN, Nullable, OneOf, Page, Timestamp } from '../../kit/schema.ts'

export const SearchQuery = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: LINE_PATTERN,
    description: 'A number such as `#1001`, a name, an email, a title or a SKU.',
  }),
})

export const SearchResult = Type.Object({
  type: OneOf(['order', 'customer', 'product', 'ticket']),
  id: Type.String(),
  title: Type.String(),
  subtitle: Nullable(Type.String()),
  amount: Nullable(Money, { description: 'The total of an order.' }),
  match: OneOf(['exact', 'prefix', 'other'], {
    description: 'Whether a number, SKU, email or name equals the query, starts with it, or is found another way.',
  }),
  updatedAt: Timestamp,
})
export type SearchResult = Static<typeof SearchResult>

export const SearchResults = Page(SearchResult)
export type SearchResults = Static<typeof SearchResults>
