import { type Static, Type } from 'typebox'
import { Id } from '../kit/schema.ts'

/** Everything that can happen, with what is told about it. Subscribers, webhooks and the API's documents read this table. */
export const catalogue = {
  'collection.created': Type.Object({ collectionId: Id('col') }),
  'collection.updated': Type.Object({ collectionId: Id('col') }),
  'collection.deleted': Type.Object({ collectionId: Id('col') }),
  'policy.updated': Type.Object({ kind: Type.String(), version: Type.Integer(), title: Type.String() }),
  'policy.removed': Type.Object({ kind: Type.String(), version: Type.Integer() }),
  'product.created': Type.Object({ productId: Id('prod') }),
  'product.updated': Type.Object({ productId: Id('prod') }),
  'product.deleted': Type.Object({ productId: Id('prod') }),
  'theme.updated': Type.Object({ version: Type.Integer() }),
  'workspace.updated': Type.Object({ name: Type.String(), currency: Type.String(), timeZone: Type.String() }),
}

export type EventType = keyof typeof catalogue
export type EventData<T extends EventType> = Static<(typeof catalogue)[T]>

export const EVENT_TYPES = Object.keys(catalogue) as [EventType, ...EventType[]]
