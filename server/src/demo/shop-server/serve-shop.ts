import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { StoredeskError } from '../../../../sdk/src/client.ts'
import { toAppError } from '../../http/responses/error-mapping.ts'
import { sendError } from '../../http/responses/send-error.ts'
import { AppError } from '../../kit/errors.ts'
import type { PublicDependencies } from '../../modules/workspaces/workspaces.ts'
import { serveChatProxy } from './chat-proxy.ts'
import { serveContent } from './content.ts'
import { serveCustomerSessions } from './customer-sessions.ts'
import { openDemoShop } from './demo-shop.ts'
import { serveOrders } from './orders.ts'
import { serveShopPages } from './shop-pages.ts'

interface ShopOptions extends PublicDependencies {
  canSendEmail: boolean
}

/**
 * The demo shop's own server, as a merchant would run one next to their storefront: it renders the pages, and has the
 * key for what needs one. The browser has none. Only the demo workspace has such a shop.
 */
export async function serveDemoShop(app: FastifyInstance, dependencies: ShopOptions): Promise<void> {
  const shop = openDemoShop(app, dependencies)
  await app.register(async (scope) => {
    scope.setErrorHandler(sendApiError)
    serveContent(scope, shop)
    serveOrders(scope, shop)
    serveCustomerSessions(scope, shop, dependencies)
    serveChatProxy(scope, shop.getKey)
  })
  await serveShopPages(app, shop, dependencies)
}

/** What the API said goes to the visitor as it is, except that our key is wrong. */
function sendApiError(error: unknown, { routeOptions }: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(error instanceof StoredeskError)) return sendError(reply, toAppError(error, routeOptions.bodyLimit))
  const { status, code, message, details, fields, requestId, retryAfter } = error
  if (code === 'unauthorized') return sendError(reply, new AppError('unavailable', 'The shop is closed.'))
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  const body = { code, message, ...(details.length > 0 && { details }), ...fields, retryAfter, requestId }
  return reply.code(status).send({ error: body })
}
