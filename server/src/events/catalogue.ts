import { type Static, Type } from 'typebox'

/** Everything that can happen, with what is told about it. Subscribers, webhooks and the API's documents read this table. */
export const catalogue = {
  'workspace.updated': Type.Object({ name: Type.String(), currency: Type.String(), timeZone: Type.String() }),
}

export type EventType = keyof typeof catalogue
export type EventData<T extends EventType> = Static<(typeof catalogue)[T]>

export const EVENT_TYPES = Object.keys(catalogue) as [EventType, ...EventType[]]
