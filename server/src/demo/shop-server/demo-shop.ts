import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createClient, type Storedesk } from '../../../../sdk/src/client.ts'
import type { Ctx } from '../../ctx.ts'
import { notFound } from '../../kit/errors.ts'
import { findKeyIdentity } from '../../modules/keys/keys.ts'
import { createPublicCtx, type PublicDependencies } from '../../modules/workspaces/workspaces.ts'
import { demoShopKey } from './shop-key.ts'

/** Never resolved: requests stay in this process. */
const ORIGIN = 'http://shop.internal'

export interface DemoShop {
  getKey: () => string
  /** Undefined without a demo shop. */
  findCtx: (request: FastifyRequest) => Promise<Ctx | undefined>
  getCtx: (request: FastifyRequest) => Promise<Ctx>
  /** Reaches the API as the visitor, whose own limits apply. */
  fetchFor: (request: FastifyRequest) => typeof fetch
  /** The API with the shop's key. */
  apiFor: (request: FastifyRequest) => Storedesk
}

/** The demo shop as its server sees it: a workspace, and the key that only this server has. */
export function openDemoShop(app: FastifyInstance, dependencies: PublicDependencies): DemoShop {
  const getKey = () => demoShopKey(dependencies)
  const findCtx: DemoShop['findCtx'] = async (request) => {
    const identity = await findKeyIdentity(dependencies.db, getKey())
    return identity && (await createPublicCtx(dependencies, request, identity.environmentId))?.ctx
  }
  const fetchFor = (request: FastifyRequest) => injectedFetch(app, request)
  return {
    getKey,
    findCtx,
    getCtx: async (request) => {
      const ctx = await findCtx(request)
      if (!ctx) throw notFound('shop', 'demo')
      return ctx
    },
    fetchFor,
    apiFor: (request) => createClient({ baseUrl: ORIGIN, apiKey: getKey(), fetch: fetchFor(request), maxRetries: 0 }),
  }
}

/** `fetch` without a network: the same router, hooks and limits, with the address and cookies of the visitor. */
function injectedFetch(app: FastifyInstance, { ip, headers: { cookie } }: FastifyRequest): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const body = await request.arrayBuffer()
    const response = await app.inject({
      method: request.method as 'GET' | 'POST',
      url: pathname + search,
      headers: { ...Object.fromEntries(request.headers), ...(cookie && pathname.startsWith('/shop/') && { cookie }) },
      ...(body.byteLength > 0 && { payload: Buffer.from(body) }),
      remoteAddress: ip,
    })
    const headers = new Headers()
    for (const [name, value] of Object.entries(response.headers))
      if (value !== undefined) headers.set(name, String(value))
    const hasBody = response.rawPayload.byteLength > 0
    return new Response(hasBody ? new Uint8Array(response.rawPayload) : null, { status: response.statusCode, headers })
  }
}
