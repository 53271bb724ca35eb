import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound } from '../../kit/errors.ts'
import { isUuid } from '../../kit/ids.ts'
import { getMerchant } from '../payments/merchant/merchant.ts'
import { createPublicCtx, currencyOf, findEnvironmentById, type PublicDependencies } from '../workspaces/workspaces.ts'
import { DISCOUNT_EXTENSION } from './capabilities.ts'
import { LATEST, VERSIONS } from './versions.ts'

/**
 * Discovery document for agents, for the installation or for one shop. Cacheable, since it is the same for every
 * caller.
 */
export function serveDiscovery(app: FastifyInstance, deps: PublicDependencies): void {
  const { db, publicUrl } = deps
  app.get('/.well-known/acp.json', { config: { publicLimit: 'page' } }, async (request, reply) => {
    const shop = requestedShop(request)
    const environment = shop && isUuid(shop) ? await findEnvironmentById(db, shop) : undefined
    if (shop !== undefined && !environment) throw notFound('workspace', shop)
    const currency = environment && (await currencyOf(db, environment.environmentId))
    const opened = environment && (await createPublicCtx(deps, request, environment.environmentId))
    const merchant = opened && (await getMerchant(opened.ctx))
    reply.header('cache-control', 'public, max-age=3600').header('vary', 'x-workspace-id')
    return {
      protocol: { name: 'acp', version: LATEST, supported_versions: VERSIONS },
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

function requestedShop({ headers, query }: FastifyRequest): string | undefined {
  const requested = headers['x-workspace-id'] ?? (query as Record<string, unknown>).workspace_id
  return requested === undefined ? undefined : String(requested)
}
