import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../../ctx.ts'
import { AppError } from '../../../kit/errors.ts'
import { rejectEvent } from '../../connections/inbound-events/inbound-events.ts'
import { findSigningKey, isInboundToken, readInboundToken } from '../../mailboxes/mailboxes.ts'
import { createPublicCtx, type PublicDependencies } from '../../workspaces/workspaces.ts'
import { MAX_EMAIL_BYTES, receiveEmail } from '../inbound-email.ts'
import { claimToken } from '../queries.ts'
import { type Form, readForm } from './multipart.ts'
import {
  isRecent,
  isSignedByMailgun,
  isSignedBySendgrid,
  type ProviderEmail,
  readMailgun,
  readPostmark,
  readSendgrid,
} from './providers.ts'

/** Base64 and JSON escapes make an email of 25 MB larger. */
const MAX_BODY_BYTES = 2 * MAX_EMAIL_BYTES

interface HookRoute {
  Params: { provider: string; token: string }
}

type Provider = 'postmark' | 'sendgrid' | 'mailgun'
const PROVIDERS = new Set<string>(['postmark', 'sendgrid', 'mailgun'])

const hookNotFound = () => new AppError('not_found', 'No such inbound URL. Copy it from the settings of the mailbox.')

/**
 * Emails as requests of email providers. Outside `/v1`: there is no API key, but a URL that only we can have signed.
 * The email is committed before the response, and processed later: a provider retries what gets no 2xx.
 */
export async function serveEmailHooks(server: FastifyInstance, deps: PublicDependencies): Promise<void> {
  const openCtx = async (request: FastifyRequest<HookRoute>): Promise<Ctx> => {
    const { provider, token } = request.params
    const ids = readInboundToken(token)
    const opened = ids && PROVIDERS.has(provider) ? await createPublicCtx(deps, request, ids.environmentId) : undefined
    if (!opened || !(await isInboundToken(opened.ctx, token))) throw hookNotFound()
    return opened.ctx
  }

  await server.register(async (app) => {
    app.removeAllContentTypeParsers()
    // Signatures cover the raw bytes.
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

    for (const path of ['/hooks/email/:provider/:token', '/hooks/email/:provider/:token/mime']) {
      app.post<HookRoute>(
        path,
        {
          config: { publicLimit: 'webhook' },
          bodyLimit: MAX_BODY_BYTES,
          // Before the body is read: only those who know a URL may send 50 MB.
          onRequest: async (request) => void (await openCtx(request)),
        },
        async (request, reply) => receiveHook(await openCtx(request), request, reply),
      )
    }
  })
}

async function receiveHook(ctx: Ctx, request: FastifyRequest<HookRoute>, reply: FastifyReply): Promise<object> {
  const provider = request.params.provider as Provider
  const mailboxId = readInboundToken(request.params.token)?.mailboxId as `mbx_${string}`
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const { email, rejection } = await readRequest(ctx, mailboxId, provider, body, request)
  if (rejection) {
    await rejectEvent(ctx, provider, { body, headers: request.headers }, rejection.message)
    reply.code(rejection.status)
    return { error: { code: rejection.code, message: rejection.message, requestId: request.id } }
  }
  if (!email || email.content.length > MAX_EMAIL_BYTES) {
    throw new AppError('body_too_large', 'The email is larger than 25 MB.')
  }
  const { id, isDuplicate } = await receiveEmail(ctx, { mailboxId, source: provider, ...email })
  return { received: true, id, duplicate: isDuplicate }
}

interface Rejection {
  status: number
  code: string
  message: string
}

type ReadResult = { email?: ProviderEmail | undefined; rejection?: Rejection }

const malformed: ReadResult = {
  rejection: {
    status: 400,
    code: 'malformed_request',
    message: 'The body has no email. Check the provider’s settings.',
  },
}

/** Providers retry after 401, so that no email is lost while a key is wrong. Mailgun gives up only after 406. */
const unsigned = (message: string, status = 401): ReadResult => ({
  rejection: { status, code: 'unauthorized', message },
})

async function readRequest(
  ctx: Ctx,
  mailboxId: string,
  provider: Provider,
  body: Buffer,
  request: FastifyRequest,
): Promise<ReadResult> {
  if (provider === 'postmark') return toResult(readPostmark(body))
  const key = await findSigningKey(ctx, mailboxId)
  if (provider === 'sendgrid') {
    const signature = String(request.headers['x-twilio-email-event-webhook-signature'] ?? '')
    const timestamp = String(request.headers['x-twilio-email-event-webhook-timestamp'] ?? '')
    if (key !== undefined && !(isRecent(timestamp, ctx.now) && isSignedBySendgrid(key, signature, timestamp, body))) {
      return unsigned('The signature is not valid. Check the public key of the mailbox.')
    }
    const form = await tryReadForm(body, request)
    return form ? toResult(readSendgrid(form)) : malformed
  }
  const form = await tryReadForm(body, request)
  if (!form) return malformed
  if (key === undefined) return unsigned('Set Mailgun’s HTTP webhook signing key in the settings of the mailbox.')
  if (!isSignedByMailgun(key, form))
    return unsigned('The signature is not valid. Check the signing key of the mailbox.')
  if (!isRecent(form.fields.get('timestamp') ?? '', ctx.now)) return unsigned('The signature is too old.', 406)
  const email = readMailgun(form)
  if (!email) return malformed
  // Not before the email is known to be readable: Mailgun may send the same token again after another status than 200.
  return (await isFirstUse(ctx, mailboxId, form, email)) ? { email } : unsigned('The token was used before.', 406)
}

/**
 * A token is for one email: whoever recorded a request must not send another one with its signature. The same email
 * again is a retry of Mailgun, and counts as a duplicate.
 */
async function isFirstUse(ctx: Ctx, mailboxId: string, { fields }: Form, { content }: ProviderEmail): Promise<boolean> {
  const hash = createHash('sha256').update(content).digest('hex')
  return claimToken(ctx, mailboxId, fields.get('token') ?? '', hash)
}

const toResult = (email: ProviderEmail | undefined): ReadResult => (email ? { email } : malformed)

const tryReadForm = (body: Buffer, request: FastifyRequest) =>
  readForm(body, request.headers['content-type'] ?? '').catch(() => undefined)
