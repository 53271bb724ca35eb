import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { AppError, unauthorized } from '../../kit/errors.ts'
import { orderPageToken } from '../../modules/buyer-pages/buyer-pages.ts'
import { verifyCustomerToken } from '../../modules/customer-accounts/customer-accounts.ts'
import { exchangeLoginCode, issueLoginCode } from '../../modules/customer-accounts/login-codes.ts'
import { getMe, getOwnPoints, listOwnOrders } from '../../modules/customer-accounts/me/me.ts'
import { LoginCodeExchange, NewLoginCode } from '../../modules/customer-accounts/schemas.ts'
import { refreshTokens, revokeTokens } from '../../modules/customer-accounts/sessions.ts'
import type { DemoShop } from './demo-shop.ts'
import { type CustomerTokens, clearTokens, readTokens, storeTokens } from './session-cookie.ts'

const routeOptions = { config: { publicLimit: 'shop' } } as const
const REFRESH_EARLY_MS = 120_000
/** Tabs that open together use the same refresh token, which works once: they share the answer. */
const SHARED_MS = 60_000
const LOOPBACK = ['127.0.0.1', '::1', 'localhost', '[::1]']
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/
const PROXY_HEADERS = /^(x-forwarded|forwarded$|x-real-ip$|via$)/

interface SessionOptions {
  publicUrl: string
  canSendEmail: boolean
}

interface CustomerSession {
  tokens: CustomerTokens
  /** Acts for the customer. */
  ctx: Ctx
}

/**
 * Signing in with a code by email. The session is in a cookie that no script can read. Within the process: requests
 * with the shop's key would share its quota with the merchant's own programs, and anybody can send a cookie.
 */
export function serveCustomerSessions(app: FastifyInstance, { getCtx }: DemoShop, options: SessionOptions): void {
  const isSecure = options.publicUrl.startsWith('https:')
  const refreshes = new Map<string, Promise<CustomerTokens>>()

  function refresh(ctx: Ctx, { refreshToken }: CustomerTokens): Promise<CustomerTokens> {
    const shared = refreshes.get(refreshToken)
    if (shared) return shared
    const pending = refreshTokens(ctx, refreshToken)
    refreshes.set(refreshToken, pending)
    const forget = () => void refreshes.delete(refreshToken)
    pending.then(() => setTimeout(forget, SHARED_MS).unref(), forget)
    return pending
  }

  /** Undefined for a visitor. A session that has ended is forgotten. */
  async function findSession(request: FastifyRequest, reply: FastifyReply): Promise<CustomerSession | undefined> {
    const stored = readTokens(request)
    if (!stored) return undefined
    const ctx = await getCtx(request)
    try {
      const isFresh = Date.parse(stored.expiresAt) - Date.now() > REFRESH_EARLY_MS
      const tokens = isFresh ? stored : await refresh(ctx, stored)
      const customer = await verifyCustomerToken(ctx, tokens.token)
      if (!isFresh) storeTokens(reply, tokens, isSecure)
      return { tokens, ctx: { ...ctx, customer } }
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'invalid_customer_token') throw error
      clearTokens(reply)
      return undefined
    }
  }

  async function toSession({ tokens: { token, expiresAt }, ctx }: CustomerSession) {
    const { name, emails } = await getMe(ctx)
    return { token, expiresAt, customer: { name, email: emails[0]?.address ?? null } }
  }

  app.get('/shop/api/session', routeOptions, async (request, reply) => {
    const session = await findSession(request, reply)
    // Also when only the hint is left.
    if (!session) clearTokens(reply)
    return reply.type('application/json').send(JSON.stringify(session ? await toSession(session) : null))
  })

  app.post<{ Body: NewLoginCode }>(
    '/shop/api/session/codes',
    { ...routeOptions, schema: { body: NewLoginCode } },
    async (request, reply) => {
      const { id, expiresAt, code } = await issueLoginCode(await getCtx(request), { email: request.body.email })
      reply.code(201)
      const isEmailed = options.canSendEmail
      return { id, expiresAt, isEmailed, ...(isTrialOnThisMachine(request, options) && { code }) }
    },
  )

  app.post<{ Body: LoginCodeExchange }>(
    '/shop/api/session',
    { ...routeOptions, schema: { body: LoginCodeExchange } },
    async (request, reply) => {
      const ctx = await getCtx(request)
      const tokens = await exchangeLoginCode(ctx, request.body)
      const customer = await verifyCustomerToken(ctx, tokens.token)
      storeTokens(reply, tokens, isSecure)
      return toSession({ tokens, ctx: { ...ctx, customer } })
    },
  )

  app.post('/shop/api/session/end', routeOptions, async (request, reply) => {
    const tokens = readTokens(request)
    clearTokens(reply)
    if (tokens) await revokeTokens(await getCtx(request), tokens.refreshToken).catch(() => {})
    return reply.code(204).send()
  })

  app.get('/shop/api/account', routeOptions, async (request, reply) => {
    const session = await findSession(request, reply)
    if (!session) throw unauthorized('Sign in to see your account.')
    const { ctx } = session
    const [customer, orders, points] = await Promise.all([
      getMe(ctx),
      listOwnOrders(ctx, { limit: 20 }),
      getOwnPoints(ctx),
    ])
    return {
      customer,
      points,
      orders: orders.data.map((order) => ({ ...order, token: orderPageToken(ctx, order.id) })),
    }
  })
}

/**
 * Whoever tries the shop on their own machine has no mail server: the page shows them the code. Never on a server with
 * an address that others can reach, even through a proxy on this machine that says nothing about itself: then the
 * browser names another origin.
 */
function isTrialOnThisMachine({ ip, headers }: FastifyRequest, { publicUrl, canSendEmail }: SessionOptions): boolean {
  const { host = '', origin } = headers
  return (
    !canSendEmail &&
    LOOPBACK.includes(new URL(publicUrl).hostname) &&
    LOOPBACK.includes(ip.replace('::ffff:', '')) &&
    LOOPBACK_HOST.test(host) &&
    origin === `http://${host}` &&
    !Object.keys(headers).some((name) => PROXY_HEADERS.test(name))
  )
}
