import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OperationResponse } from '../../../../sdk/src/client.ts'

export type CustomerTokens = OperationResponse<'customers.tokens.create'>

const NAME = 'shop_session'
/** For scripts: it says only that there may be a session, so that visitors without one cause no request. */
const HINT = 'shop_signed_in'
const COMMON = 'Path=/shop; SameSite=Lax'

export function readTokens({ headers: { cookie = '' } }: FastifyRequest): CustomerTokens | undefined {
  const value = new RegExp(`(?:^|; )${NAME}=([\\w-]+)`).exec(cookie)?.[1]
  if (value === undefined) return undefined
  try {
    const tokens = JSON.parse(Buffer.from(value, 'base64url').toString()) as Partial<CustomerTokens>
    const { token, refreshToken, expiresAt } = tokens
    const areTexts = [token, refreshToken, expiresAt].every((one) => typeof one === 'string')
    return areTexts ? (tokens as CustomerTokens) : undefined
  } catch {
    return undefined
  }
}

export function storeTokens(reply: FastifyReply, tokens: CustomerTokens, isSecure: boolean): void {
  const maxAge = Math.max(0, Math.floor((Date.parse(tokens.refreshExpiresAt) - Date.now()) / 1000))
  const attributes = `${COMMON}; Max-Age=${maxAge}${isSecure ? '; Secure' : ''}`
  const value = Buffer.from(JSON.stringify(tokens)).toString('base64url')
  reply.header('set-cookie', [`${NAME}=${value}; HttpOnly; ${attributes}`, `${HINT}=1; ${attributes}`])
}

export const clearTokens = (reply: FastifyReply): void =>
  void reply.header('set-cookie', [`${NAME}=; HttpOnly; ${COMMON}; Max-Age=0`, `${HINT}=; ${COMMON}; Max-Age=0`])
