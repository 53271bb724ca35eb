import { type Static, Type } from 'typebox'
import { MODES } from '../../../kit/api-key.ts'
import { Id, NAME_PATTERN, Nullable, OneOf, Timestamp } from '../../../kit/schema.ts'

const Label = Type.String({ minLength: 1, maxLength: 100, pattern: NAME_PATTERN, examples: ['Web shop'] })

export const SigningKey = Type.Object({
  id: Id('csk'),
  label: Label,
  mode: OneOf(MODES),
  status: OneOf(['active', 'revoked']),
  createdAt: Timestamp,
  createdBy: Nullable(Type.String()),
  revokedAt: Nullable(Timestamp),
})
export type SigningKey = Static<typeof SigningKey>

export const NewSigningKey = Type.Object({ label: Label, mode: OneOf(MODES) })
export type NewSigningKey = Static<typeof NewSigningKey>

/** The only response that contains the secret. */
export const CreatedSigningKey = Type.Object({ key: SigningKey, secret: Type.String() })
export type CreatedSigningKey = Static<typeof CreatedSigningKey>
