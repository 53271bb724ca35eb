import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import { verifyUrlToken } from '../../kit/url-token.ts'
import type { StripeWebhookEvent } from '../../ports/stripe.ts'
import { createPublicCtx, type PublicDependencies } from '../workspaces/workspaces.ts'
import { findWebhookSecret, WEBHOOK_PURPOSE } from './connection.ts'
import * as queries from './connection-queries.ts'
import { STRIPE } from './payments.ts'

const MAX_BYTES = 1_048_576

interface StripeWebhookRoute {
  Params: { token: string }
}

const webhookNotFound = () => new AppError('not_found', 'No such webhook.')

/**
 * Stripe's webhooks, authenticated by a URL that only we can have signed and by Stripe's signature. Outside `/v1`:
 * there is no API key.
 */
export async function serveStripeWebhooks(server: FastifyInstance, deps: PublicDependencies): Promise<void> {
  function verifiedEnvironment({ params }: FastifyRequest<StripeWebhookRoute>): string {
    const environmentId = verifyUrlToken(deps, params.token, WEBHOOK_PURPOSE)
    if (environmentId === undefined) throw webhookNotFound()
    return environmentId
  }

  await server.register(async (app) => {
    // The signature covers the raw bytes.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

    app.post<StripeWebhookRoute>(
      '/hooks/stripe/:token',
      {
        config: { publicLimit: 'webhook' },
        bodyLimit: MAX_BYTES,
        // Runs before the body is read.
        onRequest: async (request) => void verifiedEnvironment(request),
      },
      async (request) => {
        const opened = await createPublicCtx(deps, request, verifiedEnvironment(request))
        const secret = opened ? await findWebhookSecret(opened.ctx) : undefined
        if (!opened || secret === undefined) throw webhookNotFound()
        if (secret === null) {
          throw invalidRequest(
            'The signing secret of this webhook is not set. Send it with PUT /v1/payments/connection.',
          )
        }
        const { ctx } = opened
        const signature = request.headers['stripe-signature']
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const event =
          typeof signature === 'string'
            ? await ctx.external.parseStripeWebhook({ body, signature, secret, now: ctx.now })
            : undefined
        if (!event) throw invalidRequest('The signature is not valid or is older than five minutes.')
        await handleStripeEvent(ctx, event)
        return { received: true }
      },
    )
  })
}

/**
 * A webhook only triggers a check: the subscribers read the payment's state, refunds and disputes from Stripe, so late,
 * duplicate and reordered deliveries change nothing.
 */
export async function handleStripeEvent(ctx: Ctx, event: StripeWebhookEvent): Promise<void> {
  await queries.touchLastWebhook(ctx)
  if (event.kind === 'other') return
  const { id, ref } = event
  await transaction(ctx, async (ctx) => {
    if (await queries.recordWebhook(ctx, id, ref))
      await emit(ctx, 'payment.updated', { provider: STRIPE, providerPaymentId: ref })
  })
}
