import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound } from '../../kit/errors.ts'
import { type Door, enter } from '../payments/door.ts'
import { getMerchant } from '../payments/merchant.ts'
import { currencyOf, findEnvironmentById } from '../workspaces/workspaces.ts'
import { DISCOUNT_EXTENSION } from './capabilities.ts'
import { NEWEST, VERSIONS } from './versions.ts'

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Where agents find out what is spoken here, of the installation or of one shop; it is the same for everybody for a while. */
export function serveDiscovery(app: FastifyInstance, door: Door): void {
  const { db, publicUrl } = door
  app.get('/.well-known/acp.json', { config: { counted: 'page' }, schema: { hide: true } }, async (request, reply) => {
    const shop = shopOf(request)
    const environment = shop && UUID.test(shop) ? await findEnvironmentById(db, shop) : undefined
    if (shop !== undefined && !environment) throw notFound('workspace', shop)
    const currency = environment && (await currencyOf(db, environment.environmentId))
    const entered = environment && (await enter(door, request, environment.environmentId))
    const merchant = entered && (await getMerchant(entered.ctx))
    reply.header('cache-control', 'public, max-age=3600').header('vary', 'x-workspace-id')
    return {
      protocol: { name: 'acp', version: NEWEST, supported_versions: VERSIONS },
      api_base_url: `${publicUrl}/v1/checkout/acp`,
      transports: ['rest'],
      capabilities: {
        services: ['checkout', 'orders'],
        extensions: [DISCOUNT_EXTENSION],
        ...(merchant?.acquirer !== null && { intervention_types: ['3ds'] }),
        ...(currency && { supported_currencies: [currency.toLowerCase()] }),
      },
    }
  })
}

function shopOf({ headers, query }: FastifyRequest): string | undefined {
  const named = headers['x-workspace-id'] ?? (query as Record<string, unknown>).workspace_id
  return named === undefined ? undefined : String(named)
}
