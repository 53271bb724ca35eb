import { type Static, Type } from 'typebox'
import { MODES, SCOPES } from '../../kit/api-key.ts'
import { Id, NAME_PATTERN, Nullable, OneOf, Timestamp } from '../../kit/schema.ts'

const KeyLabel = Type.String({ minLength: 1, maxLength: 100, pattern: NAME_PATTERN, examples: ['Storefront server'] })

export const Key = Type.Object({
  id: Id('key'),
  label: KeyLabel,
  mode: OneOf(MODES),
  scope: OneOf(SCOPES),
  hint: Type.String({ description: 'Visible part of the key: its prefix and last four characters.' }),
  status: OneOf(['active', 'revoked']),
  createdAt: Timestamp,
  createdBy: Nullable(Type.String()),
  revokedAt: Nullable(Timestamp),
  lastUsedAt: Nullable(Timestamp),
  lastUsedIp: Nullable(Type.String()),
  seenInBrowserAt: Nullable(Timestamp),
  seenInBrowserOrigin: Nullable(Type.String()),
})
export type Key = Static<typeof Key>

export const NewKey = Type.Object({
  label: KeyLabel,
  mode: OneOf(MODES),
  scope: Type.Optional(OneOf(SCOPES, { default: 'full' })),
})
export type NewKey = Static<typeof NewKey>

/** The only response that contains the secret. */
export const CreatedKey = Type.Object({ key: Key, secret: Type.String() })
export type CreatedKey = Static<typeof CreatedKey>
