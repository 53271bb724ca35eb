import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Surroundings } from '../../ctx.ts'
import { notFound } from '../../kit/errors.ts'
import { currencyOf, findEnvironmentById } from '../workspaces/workspaces.ts'
import { DISCOUNT_EXTENSION } from './capabilities.ts'
import { NEWEST, VERSIONS } from './versions.ts'

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Where agents find out what is spoken here, of the installation or of one shop; it is the same for everybody for a while. */
export function serveDiscovery(app: FastifyInstance, { db, publicUrl }: Pick<Surroundings, 'db' | 'publicUrl'>): void {
  app.get('/.well-known/acp.json', { schema: { hide: true } }, async (request, reply) => {
    const shop = shopOf(request)
    const environment = shop && UUID.test(shop) ? await findEnvironmentById(db, shop) : undefined
    if (shop !== undefined && !environment) throw notFound('workspace', shop)
    const currency = environment && (await currencyOf(db, environment.environmentId))
    reply.header('cache-control', 'public, max-age=3600').header('vary', 'x-workspace-id')
    return {
      protocol: { name: 'acp', version: NEWEST, supported_versions: VERSIONS },
      api_base_url: `${publicUrl}/v1/checkout/acp`,
      transports: ['rest'],
      capabilities: {
        services: ['checkout', 'orders'],
        extensions: [DISCOUNT_EXTENSION],
        intervention_types: ['3ds'],
        ...(currency && { supported_currencies: [currency.toLowerCase()] }),
      },
    }
  })
}

function shopOf({ headers, query }: FastifyRequest): string | undefined {
  const named = headers['x-workspace-id'] ?? (query as Record<string, unknown>).workspace_id
  return named === undefined ? undefined : String(named)
}
