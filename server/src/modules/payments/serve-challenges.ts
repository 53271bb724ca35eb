import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import { invalidRequest, notFound } from '../../kit/errors.ts'
import { verifyUrlToken } from '../../kit/url-token.ts'
import { createPublicCtx, type PublicDependencies } from '../workspaces/workspaces.ts'
import { challengePage, contentSecurityPolicy } from './challenge-page.ts'
import { challengePurpose, SIMULATOR } from './simulator.ts'
import type { SimulatedPayment } from './simulator-queries.ts'
import * as queries from './simulator-queries.ts'
import { TEST_METHODS } from './test-methods.ts'

const PATH = '/simulator/3ds/:ref'
const MAX_FORM_BYTES = 1024

interface ChallengeRoute {
  Params: { ref: string }
  Querystring: { token?: string | string[] }
}

/** The simulated bank's page for 3-D Secure challenges. Outside `/v1`: the signed URL is the only credential. */
export async function serveChallenges(server: FastifyInstance, deps: PublicDependencies): Promise<void> {
  await server.register(async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )

    app.get<ChallengeRoute>(PATH, { config: { publicLimit: 'page' } }, async (request, reply) => {
      const { ctx, name } = await openChallenge(deps, request)
      return sendChallengePage(reply, name, await getChallenge(ctx, request.params.ref))
    })

    app.post<ChallengeRoute>(
      PATH,
      { config: { publicLimit: 'page' }, bodyLimit: MAX_FORM_BYTES },
      async (request, reply) => {
        const { ctx, name } = await openChallenge(deps, request)
        const payment = await completeChallenge(ctx, request.params.ref, isApproved(request.body))
        if (payment.returnUrl) return reply.redirect(payment.returnUrl, 303)
        return sendChallengePage(reply, name, payment)
      },
    )
  })
}

async function openChallenge(deps: PublicDependencies, request: FastifyRequest<ChallengeRoute>) {
  const { ref } = request.params
  const { token } = request.query
  const environmentId = typeof token === 'string' ? verifyUrlToken(deps, token, challengePurpose(ref)) : undefined
  const opened = environmentId && (await createPublicCtx(deps, request, environmentId))
  if (!opened) throw notFound('payment', ref)
  return opened
}

function isApproved(form: unknown): boolean {
  const decision = form instanceof URLSearchParams ? form.get('answer') : null
  if (decision === 'approve' || decision === 'decline') return decision === 'approve'
  throw invalidRequest('Approve or decline the payment.', [{ path: '/answer', message: 'must be approve or decline' }])
}

function sendChallengePage(reply: FastifyReply, shop: string, payment: SimulatedPayment): string {
  const last4 = TEST_METHODS[payment.method ?? '']?.method.last4 ?? null
  reply.type('text/html; charset=utf-8').header('content-security-policy', contentSecurityPolicy(payment))
  return challengePage({ shop, last4, payment })
}

export async function getChallenge(ctx: Ctx, ref: string): Promise<queries.SimulatedPayment> {
  const payment = await queries.findPayment(ctx, ref)
  if (!payment) throw notFound('payment', ref)
  return payment
}

/** The buyer's decision on the bank's page; the first one counts. Emits the event that a provider's webhook would. */
export function completeChallenge(ctx: Ctx, ref: string, isApproved: boolean): Promise<queries.SimulatedPayment> {
  return transaction(ctx, async (ctx) => {
    const decided = await queries.decidePayment(ctx, ref, 'requires_action', isApproved)
    if (decided) await emit(ctx, 'payment.updated', { provider: SIMULATOR, providerPaymentId: ref })
    return decided ?? getChallenge(ctx, ref)
  })
}
