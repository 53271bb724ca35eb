import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { invalidRequest, notFound } from '../../kit/errors.ts'
import { environmentOfToken } from './address-token.ts'
import { answerChallenge, getChallenge } from './challenge.ts'
import { challengePage, policyOf } from './challenge-page.ts'
import { type Door, enter } from './door.ts'
import { pagePurpose } from './simulator.ts'
import type { Simulated } from './simulator-queries.ts'
import { TEST_METHODS } from './test-methods.ts'

const PATH = '/simulator/3ds/:ref'
const MAX_FORM_BYTES = 1024

interface Asked {
  Params: { ref: string }
  Querystring: { token?: string | string[] }
}

/** The page of the simulated bank, to which a buyer is sent who must approve. Outside `/v1`: all that opens it is its address. */
export async function serveChallenges(server: FastifyInstance, door: Door): Promise<void> {
  await server.register(async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )

    app.get<Asked>(PATH, { config: { counted: 'page' }, schema: { hide: true } }, async (request, reply) => {
      const { ctx, name } = await open(door, request)
      return show(reply, name, await getChallenge(ctx, request.params.ref))
    })

    app.post<Asked>(
      PATH,
      { config: { counted: 'page' }, schema: { hide: true }, bodyLimit: MAX_FORM_BYTES },
      async (request, reply) => {
        const { ctx, name } = await open(door, request)
        const payment = await answerChallenge(ctx, request.params.ref, isApproved(request.body))
        if (payment.returnUrl) return reply.redirect(payment.returnUrl, 303)
        return show(reply, name, payment)
      },
    )
  })
}

async function open(door: Door, request: FastifyRequest<Asked>) {
  const { ref } = request.params
  const { token } = request.query
  const environmentId = typeof token === 'string' ? environmentOfToken(door, token, pagePurpose(ref)) : undefined
  const entered = environmentId && (await enter(door, request, environmentId))
  if (!entered) throw notFound('payment', ref)
  return entered
}

function isApproved(form: unknown): boolean {
  const answer = form instanceof URLSearchParams ? form.get('answer') : null
  if (answer === 'approve' || answer === 'refuse') return answer === 'approve'
  throw invalidRequest('Say whether the payment is approved.', [
    { path: '/answer', message: 'must be approve or refuse' },
  ])
}

function show(reply: FastifyReply, shop: string, payment: Simulated): string {
  const last4 = TEST_METHODS[payment.method ?? '']?.method.last4 ?? null
  reply.type('text/html; charset=utf-8').header('content-security-policy', policyOf(payment))
  return challengePage({ shop, last4, payment })
}
