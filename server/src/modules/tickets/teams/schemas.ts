import { type Static, Type } from 'typebox'
import { Id, NAME_PATTERN, Optional, Timestamp } from '../../../kit/schema.ts'

export const Team = Type.Object({
  id: Id('team'),
  name: Type.String(),
  memberIds: Type.Array(Id('usr')),
  createdAt: Timestamp,
})
export type Team = Static<typeof Team>

const Name = Type.String({ minLength: 1, maxLength: 50, pattern: NAME_PATTERN, examples: ['Returns'] })
const MemberIds = Type.Array(Id('usr'), { maxItems: 200, uniqueItems: true })

export const NewTeam = Type.Object({ name: Name, memberIds: Optional(MemberIds) })
export type NewTeam = Static<typeof NewTeam>

export const TeamChanges = Type.Object({ name: Optional(Name), memberIds: Optional(MemberIds) })
export type TeamChanges = Static<typeof TeamChanges>

export const TeamPath = Type.Object({ id: Id('team') })
