import type { Environment } from '../../ctx.ts'
import { networkOf } from '../../kit/client-network.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

export interface RateLimit {
  /** The requests it counts, for error messages. */
  description: string
  limit: number
  windowMs: number
  /** Cached responses do not count, and are served when the quota is used up. */
  cachedIsFree?: boolean
}

/** With a key, per workspace and environment. Every route names its class. */
export const KEY_LIMITS = {
  chat: { description: 'POST /v1/chat', limit: 60, windowMs: MINUTE_MS },
  'catalog-list': { description: 'GET /v1/catalog/products', limit: 120, windowMs: MINUTE_MS, cachedIsFree: true },
  'catalog-item': { description: 'GET /v1/catalog/products/:id', limit: 120, windowMs: MINUTE_MS },
  'shopify-sync': { description: 'POST /v1/shopify/sync', limit: 10, windowMs: HOUR_MS },
  leads: { description: 'POST /v1/leads', limit: 30, windowMs: MINUTE_MS },
  default: { description: 'all other endpoints together', limit: 100, windowMs: MINUTE_MS },
} satisfies Record<string, RateLimit>

/**
 * With an agent key, per workspace and environment, apart from the other keys: an agent can't use up the shop's own
 * quota.
 */
export const AGENT_LIMIT: RateLimit = { description: 'agent keys', limit: 100, windowMs: MINUTE_MS }

/** Without a key, per client address. The same numbers again for requests that fail authentication. */
export const STOREFRONT_TIERS = {
  read: { description: 'GET in storefront mode', limit: 120, windowMs: MINUTE_MS },
  write: { description: 'POST, PUT, PATCH and DELETE in storefront mode', limit: 30, windowMs: MINUTE_MS },
  checkout: { description: '/v1/checkout in storefront mode', limit: 5, windowMs: 5 * MINUTE_MS },
} satisfies Record<string, RateLimit>

/**
 * Outside `/v1`. Per client address, but per session for staff. Each server counts for itself: they protect its own
 * CPU.
 */
export const PUBLIC_LIMITS = {
  probe: { description: 'health checks and metrics', limit: 300, windowMs: MINUTE_MS },
  /** A page of the shop loads some fifty files, and many people may share an address. */
  page: { description: 'pages and images', limit: 3000, windowMs: MINUTE_MS },
  /** Rendering one takes far longer than sending a file. */
  'shop-page': { description: 'pages of the demo shop', limit: 300, windowMs: MINUTE_MS },
  /** Generating one reads the whole catalog. */
  feed: { description: 'sitemaps and product feeds', limit: 60, windowMs: MINUTE_MS },
  document: { description: 'the API reference', limit: 120, windowMs: MINUTE_MS },
  account: { description: 'sign-in and invitations', limit: 120, windowMs: MINUTE_MS },
  chat: { description: 'chat of the demo shop', limit: 60, windowMs: MINUTE_MS },
  /** Each writes, or asks the database several times. */
  shop: { description: 'forms and accounts of the demo shop', limit: 30, windowMs: MINUTE_MS },
  webhook: { description: 'webhooks', limit: 3000, windowMs: MINUTE_MS },
  /** A mail server of a large provider sends the emails of many customers. */
  smtp: { description: 'emails over SMTP', limit: 3000, windowMs: MINUTE_MS },
} satisfies Record<string, RateLimit>

const SESSION_LIMIT: RateLimit = { description: 'one dashboard session', limit: 1200, windowMs: MINUTE_MS }

export type PublicLimit = keyof typeof PUBLIC_LIMITS
export type KeyLimit = keyof typeof KEY_LIMITS
export type Tier = keyof typeof STOREFRONT_TIERS

/** One counter and its limit. */
export interface Quota extends RateLimit {
  /** The same for every client. */
  name: string
  /** All keys that one script touches have the same group: in a Redis cluster that is one slot. */
  group: string
  counter: string
  /** The number of tenants is finite; outsiders choose their addresses, so those are not. */
  by: 'tenant' | 'storefront' | 'unauthenticated' | 'public'
}

/** The sandbox has half of each limit, with its own counters. */
const forMode = (mode: Environment['mode'], rateLimit: RateLimit): RateLimit =>
  mode === 'live' ? rateLimit : { ...rateLimit, limit: Math.floor(rateLimit.limit / 2) }

export const rateLimitOf = (mode: Environment['mode'], name: KeyLimit): RateLimit => forMode(mode, KEY_LIMITS[name])

type QuotaTemplate = Omit<Quota, 'group'>

const keyQuotaTemplates = (mode: Environment['mode']) =>
  Object.fromEntries(
    (Object.keys(KEY_LIMITS) as KeyLimit[]).map((name) => [
      name,
      { ...rateLimitOf(mode, name), name, counter: `${mode}:${name}`, by: 'tenant' },
    ]),
  ) as Record<KeyLimit, QuotaTemplate>

const KEY_QUOTAS = { live: keyQuotaTemplates('live'), test: keyQuotaTemplates('test') }

/** `factor`: how many times the usual limit the workspace has. */
export const keyQuota = ({ workspaceId, mode }: Environment, name: KeyLimit, factor = 1): Quota =>
  toQuota(KEY_QUOTAS[mode][name], workspaceId, factor)

const toQuota = (template: QuotaTemplate, group: string, factor: number): Quota => ({
  ...template,
  limit: template.limit * factor,
  group,
})

const agentQuotaTemplate = (mode: Environment['mode']): QuotaTemplate => ({
  ...forMode(mode, AGENT_LIMIT),
  name: 'agent',
  counter: `${mode}:agent`,
  by: 'tenant',
})
const AGENT_QUOTAS = { live: agentQuotaTemplate('live'), test: agentQuotaTemplate('test') }

export const agentQuota = ({ workspaceId, mode }: Environment, factor = 1): Quota =>
  toQuota(AGENT_QUOTAS[mode], workspaceId, factor)

export const visitorQuota = (ip: string, tier: Tier): Quota => clientQuota(ip, 'storefront', tier)

export const anonymousQuota = (ip: string, tier: Tier): Quota => clientQuota(ip, 'unauthenticated', tier)

export const addressQuota = (ip: string, name: PublicLimit): Quota => ({
  ...PUBLIC_LIMITS[name],
  name,
  counter: name,
  by: 'public',
  group: networkOf(ip),
})

export const sessionQuota = (sessionId: string): Quota => ({
  ...SESSION_LIMIT,
  name: 'session',
  counter: 'session',
  by: 'tenant',
  group: sessionId,
})

type ClientKind = 'storefront' | 'unauthenticated'

const clientQuotaTemplates = (by: ClientKind) =>
  Object.fromEntries(
    (Object.keys(STOREFRONT_TIERS) as Tier[]).map((tier) => [
      tier,
      { ...STOREFRONT_TIERS[tier], name: `${by}-${tier}`, counter: `${by}-${tier}`, by },
    ]),
  ) as Record<Tier, QuotaTemplate>

const CLIENT_QUOTAS = {
  storefront: clientQuotaTemplates('storefront'),
  unauthenticated: clientQuotaTemplates('unauthenticated'),
}

/** Field by field: this runs for every visitor, and is faster than spreading. */
function clientQuota(ip: string, kind: ClientKind, tier: Tier): Quota {
  const { description, limit, windowMs, name, counter, by } = CLIENT_QUOTAS[kind][tier]
  return { description, limit, windowMs, name, counter, by, group: networkOf(ip) }
}

const WRITE_METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** By the route's own path where there is one: how a client writes it changes nothing. */
export function tierOf(method: string, path: string): Tier {
  if (path.startsWith('/v1/checkout/')) return 'checkout'
  return WRITE_METHODS.has(method) ? 'write' : 'read'
}
