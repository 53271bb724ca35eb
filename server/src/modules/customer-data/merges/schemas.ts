import { type Static, Type } from 'typebox'
import { Actor, Id, Nullable, PageQuery, Timestamp } from '../../../kit/schema.ts'

export const NewMerge = Type.Object({
  customerId: Type.Unsafe<`cus_${string}`>({
    ...Id('cus'),
    description: 'The customer that ceases to exist. Everything of theirs moves to the one in the path.',
  }),
})
export type NewMerge = Static<typeof NewMerge>

export const Merge = Type.Object({
  id: Id('mrg'),
  customerId: Id('cus'),
  mergedCustomerId: Id('cus'),
  actor: Actor,
  createdAt: Timestamp,
  reversibleUntil: Nullable(Timestamp, { description: 'Null once it was reversed or can’t be.' }),
  reversedAt: Nullable(Timestamp),
})
export type Merge = Static<typeof Merge>

export const MergePath = Type.Object({ id: Id('mrg') })

export const MergesQuery = PageQuery({})
export type MergesQuery = Static<typeof MergesQuery>
