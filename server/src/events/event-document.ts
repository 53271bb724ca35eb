import { type TSchema, Type } from 'typebox'
import { Id, TaggedUnion, Timestamp } from '../kit/schema.ts'
import { EVENT_TYPES, type EventType, eventSchemas } from './event-schemas.ts'

/** `order.return_approved` is an `OrderReturnApprovedEvent`. */
const toName = (type: EventType): string =>
  `${type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`

/** A schema per event type, by its name in the API's document. */
export const typedEvents: Record<string, TSchema> = Object.fromEntries(
  EVENT_TYPES.map((type) => [
    toName(type),
    Type.Object({ id: Id('evt'), type: Type.Literal(type), data: eventSchemas[type], createdAt: Timestamp }),
  ]),
)

/** Documented instead of `Event`, which serializes all of them without looking into `data`. */
export const TypedEvent = TaggedUnion('type', Object.values(typedEvents))
