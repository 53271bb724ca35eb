import { type Static, Type } from 'typebox'
import { Id, OneOf, Timestamp, Uuid } from '../../kit/schema.ts'

export const MAX_DRAFT_LENGTH = 100_000
const MAX_DRAFT_ATTACHMENTS = 20

/** The environment is in the path: the browser's EventSource sends no headers. */
export const EnvironmentPath = Type.Object({ workspaceId: Uuid, environmentId: Uuid })
export type EnvironmentPath = Static<typeof EnvironmentPath>

export const TicketPath = Type.Object({ ...EnvironmentPath.properties, id: Id('tkt') })

export const DRAFT_MODES = ['reply', 'note'] as const
export const DraftPath = Type.Object({ ...TicketPath.properties, mode: OneOf(DRAFT_MODES) })

export const PRESENCE_STATES = ['viewing', 'typing'] as const

export const PresenceReport = Type.Object({ state: OneOf([...PRESENCE_STATES, 'left']) })
export type PresenceReport = Static<typeof PresenceReport>

export const TicketPresence = Type.Object({
  ticketId: Id('tkt'),
  userId: Id('usr'),
  state: OneOf(PRESENCE_STATES),
  expiresAt: Timestamp,
})
export type TicketPresence = Static<typeof TicketPresence>

/** How long someone counts as present after their last report. Clients report every ten seconds. */
export const PresenceReceipt = Type.Object({ expiresInSeconds: Type.Integer() })

export const DraftContent = Type.Object({
  text: Type.String({ maxLength: MAX_DRAFT_LENGTH }),
  attachmentIds: Type.Array(Id('att'), { maxItems: MAX_DRAFT_ATTACHMENTS, uniqueItems: true }),
})
export type DraftContent = Static<typeof DraftContent>

export const TicketDraft = Type.Object({
  ticketId: Id('tkt'),
  mode: OneOf(DRAFT_MODES),
  text: Type.String(),
  attachments: Type.Array(Type.Object({ id: Id('att'), name: Type.String(), sizeBytes: Type.Integer() })),
  updatedAt: Timestamp,
})
export type TicketDraft = Static<typeof TicketDraft>

/** Enough to mark the tickets of a list. */
export const DraftSummary = Type.Object({ ticketId: Id('tkt'), mode: OneOf(DRAFT_MODES), updatedAt: Timestamp })
export type DraftSummary = Static<typeof DraftSummary>
