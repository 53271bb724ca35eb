import type { FastifyRequest } from 'fastify'
import { lazy } from '../../kit/lazy.ts'
import type { AuthPool } from './auth-pool.ts'
import type { BetterAuthOptions, openBetterAuth } from './better-auth.ts'
import { authHeaders } from './cookies.ts'

export type Auth = () => Promise<ReturnType<typeof openBetterAuth>>

/** Loaded on the first sign-in, or when the server is idle: it is two fifths of all code that a start would load. */
export const openAuth = (options: BetterAuthOptions): Auth =>
  lazy(async () => {
    const auth = (await import('./better-auth.ts')).openBetterAuth(options)
    return { ...auth, api: surfaceDatabaseErrors(auth.api, options.database) }
  })

/** Wraps every call, so that none reports a database outage as a server error. */
const surfaceDatabaseErrors = <Api extends object>(api: Api, { withDatabaseErrors }: AuthPool): Api =>
  new Proxy(api, {
    get(target, name) {
      const call: unknown = Reflect.get(target, name)
      if (typeof call !== 'function') return call
      return (...args: unknown[]) => withDatabaseErrors(async () => call.apply(target, args))
    },
  })

/**
 * The sign-in that waits for its second factor. better-auth gets only this cookie: then both of us read the same one,
 * and another person's session in the same browser can't be used for the code.
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
