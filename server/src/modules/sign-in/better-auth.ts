import { betterAuth } from 'better-auth'
import { twoFactor } from 'better-auth/plugins'
import type { FastifyBaseLogger } from 'fastify'
import { newId } from '../../kit/ids.ts'
import type { AuthPool } from './auth-pool.ts'
import { CLIENT_IP_HEADER, COOKIE_PREFIX } from './cookies.ts'
import { hashPassword, verifyPassword } from './password-hashing.ts'

export interface BetterAuthOptions {
  /** With the driver's own types: better-auth reads dates as dates. */
  database: AuthPool
  secret: string
  publicUrl: string
  log: FastifyBaseLogger
}

const DAY_SECONDS = 86_400

/**
 * better-auth manages sessions, cookies and second factors. Our own routes call it, and it never responds itself: none
 * of its many endpoints is reachable unless a route of `routes.ts` exposes it.
 */
export function openBetterAuth({ database, secret, publicUrl, log }: BetterAuthOptions) {
  return betterAuth({
    appName: 'Storedesk',
    baseURL: publicUrl,
    basePath: '/dashboard/api/auth',
    secret,
    database: database.pool,
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message) => log.error(`sign-in: ${message}`) },
    // Ours also counts by account, and knows the client's address.
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    user: { modelName: 'users', fields: { ...DATE_FIELDS, emailVerified: 'email_verified' } },
    session: {
      modelName: 'sessions',
      expiresIn: 7 * DAY_SECONDS,
      updateAge: DAY_SECONDS,
      fields: {
        ...DATE_FIELDS,
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
      },
    },
    account: {
      modelName: 'accounts',
      fields: {
        ...DATE_FIELDS,
        userId: 'user_id',
        providerId: 'provider_id',
        accountId: 'account_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
      },
    },
    verification: { modelName: 'verifications', fields: { ...DATE_FIELDS, expiresAt: 'expires_at' } },
    plugins: [
      twoFactor({
        issuer: 'Storedesk',
        schema: {
          user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
          twoFactor: {
            modelName: 'two_factors',
            fields: {
              userId: 'user_id',
              backupCodes: 'backup_codes',
              failedVerificationCount: 'failed_verification_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
    ],
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: publicUrl.startsWith('https:'),
      // The shop and the API don't need the cookie, so they never get it.
      defaultCookieAttributes: { path: '/dashboard/api', httpOnly: true, sameSite: 'lax' },
      ipAddress: { ipAddressHeaders: [CLIENT_IP_HEADER] },
      database: { generateId: ({ model }) => newId(ID_PREFIXES[model] ?? 'aut') },
    },
  })
}

const DATE_FIELDS = { createdAt: 'created_at', updatedAt: 'updated_at' }

const ID_PREFIXES: Record<string, string> = { user: 'usr', users: 'usr', session: 'ses', sessions: 'ses' }
