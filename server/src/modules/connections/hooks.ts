import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import { findWebhookSecret, readStripeToken, recordStripeWebhook } from '../payments/payments.ts'
import { createPublicCtx, type PublicDependencies } from '../workspaces/workspaces.ts'
import { openConnection, readWebhookToken } from './connections.ts'
import { receiveEvent, rejectEvent } from './inbound-events/inbound-events.ts'
import { detailsOf } from './providers.ts'
import { SIGNATURES, type SigningProvider } from './signatures/signatures.ts'
import type { Verdict } from './signatures/signed-request.ts'

const MAX_BYTES = 2 * 1024 * 1024
const MAX_STRIPE_BYTES = 1024 * 1024

interface HookRoute {
  Params: { token: string }
}

interface OpenedHook {
  ctx: Ctx
  isActive: boolean
  /** Empty if none is set yet. */
  secrets: string[]
}

const hookNotFound = () => new AppError('not_found', 'No such webhook. Copy its URL from the settings again.')

/**
 * Events of providers. Outside `/v1`: there is no API key, but a URL that only we can have signed, and the provider's
 * signature. The event is committed before the response, and processed later: a provider retries what gets no 2xx.
 */
export async function serveInboundHooks(server: FastifyInstance, deps: PublicDependencies): Promise<void> {
  const opened = new WeakMap<FastifyRequest, OpenedHook>()

  await server.register(async (app) => {
    // Signatures cover the raw bytes.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

    for (const provider of Object.keys(SIGNATURES) as SigningProvider[]) {
      app.post<HookRoute>(
        `/hooks/${provider}/:token`,
        {
          config: { publicLimit: 'webhook' },
          bodyLimit: provider === 'stripe' ? MAX_STRIPE_BYTES : MAX_BYTES,
          // Before the body is read: only those who know a URL may send one.
          onRequest: async (request) => void opened.set(request, await openHook(deps, request, provider)),
        },
        async (request) => receiveHook(opened.get(request) as OpenedHook, provider, request),
      )
    }
  })
}

async function openHook(
  deps: PublicDependencies,
  request: FastifyRequest<HookRoute>,
  provider: SigningProvider,
): Promise<OpenedHook> {
  const { token } = request.params
  const openCtx = async (environmentId: string | undefined): Promise<Ctx> => {
    const opened = environmentId === undefined ? undefined : await createPublicCtx(deps, request, environmentId)
    if (!opened) throw hookNotFound()
    return opened.ctx
  }
  if (provider === 'stripe') {
    const ctx = await openCtx(readStripeToken(deps, token))
    const secret = await findWebhookSecret(ctx)
    if (secret === undefined) throw hookNotFound()
    return { ctx, isActive: true, secrets: secret === null ? [] : [secret] }
  }
  const ids = readWebhookToken(deps, provider, token)
  const ctx = await openCtx(ids?.environmentId)
  const connection = ids && (await openConnection(ctx, provider, ids.urlVersion))
  if (!connection) throw hookNotFound()
  return { ctx, ...connection }
}

async function receiveHook(
  { ctx, isActive, secrets }: OpenedHook,
  provider: SigningProvider,
  request: FastifyRequest,
): Promise<object> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const received = { body, headers: request.headers }
  const { verify, isSecretOptional = false } = SIGNATURES[provider]
  if (secrets.length > 0 || !isSecretOptional) {
    const verdict = secrets.length === 0 ? 'no secret' : verify({ ...received, secrets, now: ctx.now })
    if (verdict !== 'valid') {
      const message = messageOf(provider, verdict)
      await rejectEvent(ctx, provider, received, message)
      // Stripe has always got 400 here.
      if (provider === 'stripe') throw invalidRequest(message)
      // Asks for the password in the URL, where there is one.
      throw new AppError('unauthorized', message, { headers: { 'www-authenticate': 'Basic realm="webhook"' } })
    }
  }
  if (provider === 'stripe') await recordStripeWebhook(ctx)
  const { id, isDuplicate } = await receiveEvent(ctx, provider, received, isActive)
  return { received: true, id, duplicate: isDuplicate }
}

function messageOf(provider: SigningProvider, verdict: Exclude<Verdict, 'valid'> | 'no secret'): string {
  const { name } = detailsOf(provider)
  if (verdict === 'no secret') {
    const where = provider === 'stripe' ? 'PUT /v1/payments/connection' : `PUT /v1/connections/${provider}`
    return `The signing secret of ${name} is not set. Send it with ${where}.`
  }
  if (verdict === 'missing') return `The request has no signature of ${name}.`
  if (verdict === 'expired') return 'The signature is too old. If the event is new, check the clock of the server.'
  return `The signature is not valid. Check the signing secret of ${name}.`
}
