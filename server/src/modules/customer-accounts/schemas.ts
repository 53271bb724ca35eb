import { type Static, Type } from 'typebox'
import { Id, Optional, Timestamp } from '../../kit/schema.ts'
import { EmailAddress, Locale } from '../customers/schemas.ts'

export const NewLoginCode = Type.Object({
  email: EmailAddress,
  locale: Optional(Type.Unsafe<string>({ ...Locale, description: 'The language of a new customer.' })),
})
export type NewLoginCode = Static<typeof NewLoginCode>

export const LoginCode = Type.Object({ id: Id('lgc'), expiresAt: Timestamp })
export type LoginCode = Static<typeof LoginCode>

export const LoginCodeExchange = Type.Object({
  loginCodeId: Id('lgc'),
  code: Type.String({ pattern: '^[0-9]{6}$', examples: ['483920'] }),
})
export type LoginCodeExchange = Static<typeof LoginCodeExchange>

export const RefreshToken = Type.Object({ refreshToken: Type.String({ minLength: 1, maxLength: 2000 }) })

export const CustomerTokens = Type.Object({
  token: Type.String({ description: 'Send it as `X-Customer-Token`.' }),
  expiresAt: Timestamp,
  refreshToken: Type.String({ description: 'Can be used once: refreshing returns the next one.' }),
  refreshExpiresAt: Timestamp,
  customerId: Id('cus'),
})
export type CustomerTokens = Static<typeof CustomerTokens>
