import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Server } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Ctx, type Dependencies, pickDependencies } from '../../ctx.ts'
import type { AuthorizeRequest } from '../../http/auth/authorize.ts'
import { authenticateCustomer, type VerifyCustomerToken } from '../../http/auth/customer-token.ts'
import type { RouteConfig } from '../../http/routes.ts'
import { SCOPES } from '../../kit/api-key.ts'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import { callTool } from './call-tool.ts'
import { describeTools } from './mcp-tools.ts'

type Sdk = typeof import('@modelcontextprotocol/server')

interface McpOptions extends Dependencies {
  authorize: AuthorizeRequest
  verifyCustomerToken: VerifyCustomerToken
  clock: () => Date
  version: string
  /** On the storefront listener, a key opens nothing else. */
  onlyStorefront?: boolean
}

/** Counted and authenticated like any request of the API: a workspace ID opens the shop's own tools, a key all. */
const config = {
  access: 'storefront',
  limit: 'default',
  scopes: SCOPES,
  customer: 'optional',
} as const satisfies RouteConfig

/** The tools of the assistant for agents, over streamable HTTP. No request shares anything with another one. */
export async function serveMcp(server: FastifyInstance, options: McpOptions): Promise<void> {
  const { authorize, verifyCustomerToken, clock, version, onlyStorefront } = options
  const dependencies = pickDependencies(options)
  await server.register(async (app) => {
    app.decorateRequest('ctx')
    app.decorateRequest('recheckKey')
    app.addHook('onRequest', async (request) => {
      assertOwnOrigin(request, options.publicUrl)
      const { identity, wasCallerQueried } = await authorize(request, undefined)
      const { log, deadline: signal } = request
      const caller = onlyStorefront ? ({ kind: 'visitor' } as const) : identity.caller
      const toCtx = (): Ctx => ({ ...identity, caller, ...dependencies, now: clock(), log, signal, wasCallerQueried })
      const customer = await authenticateCustomer(request, toCtx, verifyCustomerToken)
      request.ctx = customer ? { ...toCtx(), customer } : toCtx()
    })
    app.addHook('preValidation', async (request) => {
      await request.recheckKey?.()
    })
    app.route({
      method: ['POST', 'GET', 'DELETE'],
      url: '/mcp',
      config,
      handler: (request, reply) => respond(request, reply, version),
    })
  })
}

/** Pages of others must not reach a server in the visitor's network through their browser (DNS rebinding). */
function assertOwnOrigin({ headers }: FastifyRequest, publicUrl: string): void {
  const { origin } = headers
  if (origin === undefined || origin === new URL(publicUrl).origin) return
  throw new AppError('forbidden', 'Browsers can’t call this endpoint from other sites.')
}

async function respond(request: FastifyRequest, reply: FastifyReply, version: string): Promise<FastifyReply> {
  const { ctx } = request
  // A batch of a thousand calls would count as one request.
  if (Array.isArray(request.body)) throw invalidRequest('Send one message per request.')
  // Loaded on first use: it takes half a second, and most shops have no agents.
  const sdk = await import('@modelcontextprotocol/server')
  // Nothing changes while a client listens: there are no subscriptions.
  const handler = sdk.createMcpHandler(() => createServer(ctx, version, sdk), {
    maxSubscriptions: 0,
    onerror: (error) => ctx.log.info({ err: error }, 'An MCP request was rejected'),
  })
  const response = await handler.fetch(toWebRequest(request), { parsedBody: request.body })
  reply.code(response.status)
  for (const [name, value] of response.headers) reply.header(name, value)
  return reply.send(response.body && Readable.fromWeb(response.body as ReadableStream))
}

/** Without the body, which is parsed already. */
function toWebRequest({ method, url, headers, ctx }: FastifyRequest): Request {
  const entries = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || name === 'content-length' ? [] : [[name, String(value)]],
  )
  return new Request(new URL(url, ctx.publicUrl), { method, headers: entries, signal: ctx.signal })
}

function createServer(ctx: Ctx, version: string, { Server, ProtocolError, ProtocolErrorCode }: Sdk): Server {
  const server = new Server({ name: 'storedesk', title: 'Storedesk', version }, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/list', async () => ({ tools: describeTools(ctx.caller) }))
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: args } }) => {
    const result = await callTool(ctx, name, args)
    if (!result) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`)
    return result
  })
  return server
}
