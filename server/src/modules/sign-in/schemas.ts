import { type Static, Type } from 'typebox'
import { NAME_PATTERN, OneOf } from '../../kit/schema.ts'

export const Email = Type.String({ format: 'email', maxLength: 254 })
/** Length beats complexity; 128 keeps hashing cheap. */
export const Password = Type.String({ minLength: 10, maxLength: 128 })
export const UserName = Type.String({ minLength: 1, maxLength: 100, pattern: NAME_PATTERN })
export const Token = Type.String({ minLength: 1, maxLength: 200 })

/** Only compared: the rules for new passwords may have been different when it was created. */
const CurrentPassword = Type.String({ minLength: 1, maxLength: 128 })

export const Credentials = Type.Object({ email: Email, password: CurrentPassword })
export type Credentials = Static<typeof Credentials>

/** Either six digits from the app or one of the backup codes. */
export const SecondFactor = Type.Union([
  Type.Object({ code: Type.String({ pattern: '^[0-9]{6}$' }) }, { additionalProperties: false }),
  Type.Object({ backupCode: Type.String({ minLength: 1, maxLength: 50 }) }, { additionalProperties: false }),
])
export type SecondFactor = Static<typeof SecondFactor>

export const SignInResult = Type.Object({ status: OneOf(['signed_in', 'two_factor_required']) })
export type SignInResult = Static<typeof SignInResult>

export const PasswordResetRequest = Type.Object({ email: Email })
export const PasswordReset = Type.Object({ token: Token, newPassword: Password })
export type PasswordReset = Static<typeof PasswordReset>
export const PasswordChange = Type.Object({ currentPassword: CurrentPassword, newPassword: Password })
export type PasswordChange = Static<typeof PasswordChange>

export const EmailVerification = Type.Object({ token: Token })

export const PasswordConfirmation = Type.Object({ password: CurrentPassword })
export const TotpCode = Type.Object({ code: Type.String({ pattern: '^[0-9]{6}$' }) })
export const TotpSetup = Type.Object({ url: Type.String(), backupCodes: Type.Array(Type.String()) })

export const EmptyResponse = Type.Object({})
