import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isStoredeskError } from '../../../../sdk/src/client.ts'
import { unauthorized } from '../../kit/errors.ts'
import { orderPageToken } from '../../modules/buyer-pages/buyer-pages.ts'
import { issueLoginCode } from '../../modules/customer-accounts/login-codes.ts'
import type { DemoShop } from './demo-shop.ts'
import { pick } from './pick.ts'
import { type CustomerTokens, clearTokens, readTokens, storeTokens } from './session-cookie.ts'

const routeOptions = { config: { publicLimit: 'shop' } } as const
const REFRESH_EARLY_MS = 120_000
/** Tabs that open together use the same refresh token, which works once: they share the answer. */
const SHARED_MS = 60_000
const LOOPBACK = ['127.0.0.1', '::1', 'localhost', '[::1]']

interface SessionOptions {
  publicUrl: string
  canSendEmail: boolean
}

/** Signing in with a code by email. The session is in a cookie that no script can read. */
export function serveCustomerSessions(app: FastifyInstance, shop: DemoShop, options: SessionOptions): void {
  const { getCtx, apiFor } = shop
  const isSecure = options.publicUrl.startsWith('https:')
  const refreshes = new Map<string, Promise<CustomerTokens>>()

  function refresh(request: FastifyRequest, { refreshToken }: CustomerTokens): Promise<CustomerTokens> {
    const pending = refreshes.get(refreshToken) ?? apiFor(request).customers.tokens.refresh({ refreshToken })
    refreshes.set(refreshToken, pending)
    setTimeout(() => refreshes.delete(refreshToken), SHARED_MS).unref()
    return pending
  }

  /** Undefined for a visitor. A session that has ended is forgotten. */
  async function findSession(request: FastifyRequest, reply: FastifyReply): Promise<CustomerTokens | undefined> {
    const tokens = readTokens(request)
    if (!tokens) return undefined
    if (Date.parse(tokens.expiresAt) - Date.now() > REFRESH_EARLY_MS) return tokens
    try {
      const refreshed = await refresh(request, tokens)
      storeTokens(reply, refreshed, isSecure)
      return refreshed
    } catch (error) {
      if (!isStoredeskError(error) || error.status >= 500 || error.status === 429) throw error
      clearTokens(reply)
      return undefined
    }
  }

  async function getSession(request: FastifyRequest, reply: FastifyReply): Promise<CustomerTokens> {
    const session = await findSession(request, reply)
    if (!session) throw unauthorized('Sign in to see your account.')
    return session
  }

  async function toSession(request: FastifyRequest, { token, expiresAt }: CustomerTokens) {
    const { name, emails } = await apiFor(request, token).customers.me.get()
    return { token, expiresAt, customer: { name, email: emails[0]?.address ?? null } }
  }

  app.get('/shop/api/session', routeOptions, async (request, reply) => {
    const session = await findSession(request, reply)
    const known =
      session &&
      (await toSession(request, session).catch((error: unknown) => {
        if (isStoredeskError(error, 'invalid_customer_token')) return undefined
        throw error
      }))
    if (!known) clearTokens(reply)
    return reply.type('application/json').send(JSON.stringify(known ?? null))
  })

  app.post('/shop/api/session/codes', routeOptions, async (request, reply) => {
    const { email } = pick(request.body, ['email'])
    reply.code(201)
    if (!isTrialOnThisMachine(request, options))
      return apiFor(request).customers.loginCodes.create({ email: String(email) })
    const { id, expiresAt, code } = await issueLoginCode(await getCtx(request), { email: String(email) })
    return { id, expiresAt, code }
  })

  app.post('/shop/api/session', routeOptions, async (request, reply) => {
    const body = pick(request.body, ['loginCodeId', 'code'])
    const tokens = await apiFor(request).customers.tokens.create(body as never)
    storeTokens(reply, tokens, isSecure)
    return toSession(request, tokens)
  })

  app.post('/shop/api/session/end', routeOptions, async (request, reply) => {
    const tokens = readTokens(request)
    clearTokens(reply)
    if (tokens)
      await apiFor(request)
        .customers.tokens.revoke({ refreshToken: tokens.refreshToken })
        .catch(() => {})
    return reply.code(204).send()
  })

  app.get('/shop/api/account', routeOptions, async (request, reply) => {
    const { token } = await getSession(request, reply)
    const ctx = await getCtx(request)
    const { me } = apiFor(request, token).customers
    const [customer, orders, points] = await Promise.all([me.get(), me.orders.list({ limit: 20 }), me.loyalty.get()])
    return {
      customer,
      points,
      orders: orders.data.map((order) => ({ ...order, token: orderPageToken(ctx, order.id) })),
    }
  })
}

/**
 * Whoever tries the shop on their own machine has no mail server: the page shows them the code. Never on a server with
 * an address that others can reach.
 */
const isTrialOnThisMachine = ({ ip, headers }: FastifyRequest, { publicUrl, canSendEmail }: SessionOptions): boolean =>
  !canSendEmail &&
  LOOPBACK.includes(new URL(publicUrl).hostname) &&
  LOOPBACK.includes(ip.replace('::ffff:', '')) &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined
