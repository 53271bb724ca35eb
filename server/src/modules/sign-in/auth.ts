import type { FastifyRequest } from 'fastify'
import { lazy } from '../../kit/lazy.ts'
import type { AuthPool } from './auth-pool.ts'
import type { BetterAuthOptions, openBetterAuth } from './better-auth.ts'
import { authHeaders } from './cookies.ts'

export type Auth = () => Promise<ReturnType<typeof openBetterAuth>>

/** Read when somebody signs in, or when the server has nothing else to do: it is two fifths of all that a start would read. */
export const openAuth = (options: BetterAuthOptions): Auth =>
  lazy(async () => {
    const auth = (await import('./better-auth.ts')).openBetterAuth(options)
    return { ...auth, api: surfaceDatabaseErrors(auth.api, options.database) }
  })

/** Every call, so that none can report a database that is down as a fault of ours. */
const surfaceDatabaseErrors = <Api extends object>(api: Api, { withDatabaseErrors }: AuthPool): Api =>
  new Proxy(api, {
    get(target, name) {
      const call: unknown = Reflect.get(target, name)
      if (typeof call !== 'function') return call
      return (...args: unknown[]) => withDatabaseErrors(async () => call.apply(target, args))
    },
  })

/**
 * The sign-in that waits for its second factor. better-auth gets this one cookie and no other: then both of us read the
 * same, and a session of somebody else that the browser also holds can't answer for the code.
 */
export async function findTwoFactorChallenge(auth: Auth, request: FastifyRequest) {
  const [{ $context }, { parseCookies }] = await Promise.all([auth(), import('better-auth/cookies')])
  const { name } = (await $context).createAuthCookie('two_factor')
  const value = parseCookies(request.headers.cookie ?? '').get(name)
  if (!value) return undefined
  const headers = authHeaders(request)
  headers.set('cookie', `${name}=${encodeURIComponent(value)}`)
  return { identifier: value.slice(0, value.lastIndexOf('.')), headers }
}
