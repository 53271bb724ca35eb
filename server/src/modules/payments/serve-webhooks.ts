import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import { environmentOfToken } from './address-token.ts'
import { findWebhookSecret, WEBHOOK } from './connection.ts'
import { type Door, enter } from './door.ts'
import { hearStripe } from './webhooks.ts'

const MAX_BYTES = 1_048_576

interface Told {
  Params: { token: string }
}

const noSuchWebhook = () => new AppError('not_found', 'There is no such webhook.')

/** What Stripe tells us, proven by an address that only we can have written and by its signature. Outside `/v1`: it has no key. */
export async function serveWebhooks(server: FastifyInstance, door: Door): Promise<void> {
  function environmentOf({ params }: FastifyRequest<Told>): string {
    const environmentId = environmentOfToken(door, params.token, WEBHOOK)
    if (environmentId === undefined) throw noSuchWebhook()
    return environmentId
  }

  await server.register(async (app) => {
    // Signed are the bytes as they were sent.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

    app.post<Told>(
      '/hooks/stripe/:token',
      {
        config: { counted: 'webhook' },
        schema: { hide: true },
        bodyLimit: MAX_BYTES,
        // Before a byte of the body is read.
        onRequest: async (request) => void environmentOf(request),
      },
      async (request) => {
        const entered = await enter(door, request, environmentOf(request))
        const secret = entered ? await findWebhookSecret(entered.ctx) : undefined
        if (!entered || secret === undefined) throw noSuchWebhook()
        if (secret === null) {
          throw invalidRequest('The shop does not know the secret of this webhook yet: PUT /v1/payments/connection.')
        }
        const { ctx } = entered
        const signature = request.headers['stripe-signature']
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const news =
          typeof signature === 'string'
            ? await ctx.outside.readStripeEvent({ body, signature, secret, now: ctx.now })
            : undefined
        if (!news) throw invalidRequest('The signature is not Stripe’s, or older than five minutes.')
        await hearStripe(ctx, news)
        return { received: true }
      },
    )
  })
}
