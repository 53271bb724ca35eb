import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SystemCtx } from '../../ctx.ts'
import { COOKIE_PREFIX } from './cookies.ts'
import { type AccountRow, findAccount } from './queries.ts'

const MAX_AGE_SECONDS = 180 * 86_400

/**
 * A browser that has signed in to this account before, which strangers' guesses do not lock out. It proves nothing
 * else. The signature covers the password's hash: a new password makes all other devices untrusted.
 */
export async function findTrustedDevice(
  { system, headers }: FastifyRequest,
  email: string,
): Promise<string | undefined> {
  // Most strangers send no such cookie; that saves a query.
  if (!headers.cookie?.includes(`${COOKIE_PREFIX}.device-`)) return undefined
  const account = await findAccount(system, email)
  if (!account) return undefined
  const value = readCookie(headers.cookie, cookieName(system, account.userId))
  const deviceId = value?.split('.', 1)[0]
  if (!value || !deviceId) return undefined
  return timingSafeEqual(hash(value), hash(sign(system, account, deviceId))) ? deviceId : undefined
}

export async function trustDevice(request: FastifyRequest, reply: FastifyReply, email: string): Promise<void> {
  const { system } = request
  const account = await findAccount(system, email)
  if (!account) return
  const deviceId = (await findTrustedDevice(request, email)) ?? randomBytes(16).toString('base64url')
  const cookie = [
    `${cookieName(system, account.userId)}=${sign(system, account, deviceId)}`,
    `Max-Age=${MAX_AGE_SECONDS}`,
    'Path=/dashboard/api/auth',
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure(system) ? ['Secure'] : []),
  ]
  reply.header('set-cookie', cookie.join('; '))
}

/** One per account: colleagues who share a computer are both trusted there. */
const cookieName = (ctx: SystemCtx, userId: string) =>
  `${isSecure(ctx) ? '__Secure-' : ''}${COOKIE_PREFIX}.device-${hash(userId).toString('hex', 0, 6)}`

const isSecure = ({ publicUrl }: SystemCtx) => publicUrl.startsWith('https:')

function sign({ secretFor }: SystemCtx, { userId, password }: AccountRow, deviceId: string): string {
  const signature = createHmac('sha256', secretFor('trusted-devices')).update([userId, password, deviceId].join('\n'))
  return `${deviceId}.${signature.digest('base64url')}`
}

function readCookie(header: string, name: string): string | undefined {
  const cookies = header.split(';').map((cookie) => cookie.trim())
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1)
}

const hash = (text: string) => createHash('sha256').update(text).digest()
