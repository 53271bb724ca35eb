import type { FastifyRequest } from 'fastify'
import { idempotencyKeyOf } from '../../http/idempotency/idempotency-key.ts'
import { inOwnScope, type RouteConfig, type Routes } from '../../http/routes.ts'
import { SCOPES } from '../../kit/api-key.ts'
import { cancelSession, completeSession } from './complete-session.ts'
import { type Browser, downgradeSession } from './downgrade.ts'
import { AcpError, AcpRequestError, echoedHeaders, getVersion, NotCancelable, toAcpError } from './errors.ts'
import type { AcpSession } from './protocol.ts'
import {
  CancelRequest,
  CompleteRequest,
  CreateRequest,
  ReadHeaders,
  Session,
  SessionPath,
  UpdateRequest,
  WriteHeaders,
} from './schemas.ts'
import { createSession, getSession, updateSession } from './sessions.ts'
import { isBefore } from './versions.ts'

const tags = ['Agents']
const errorFormat = { toBody: toAcpError, toHeaders: echoedHeaders, name: 'AcpError', schema: AcpError }
const write = {
  access: 'storefront',
  scopes: ['full', 'agent'],
  limit: 'default',
  idempotency: 'claim',
  idempotencyScope: 'path',
  errorFormat,
  headers: WriteHeaders,
} as const satisfies RouteConfig

const SESSIONS = '/checkout/acp/checkout_sessions'

const respond = async (request: FastifyRequest, session: Promise<AcpSession>): Promise<object> =>
  downgradeSession(await session, { version: getVersion(request), body: request.body, browser: browserOf(request) })

/** The buyer's browser if the agent describes it, otherwise the agent: it is the only client we see. */
function browserOf({ headers, ip, body }: FastifyRequest): Browser {
  const { risk_signals: signals } = (body ?? {}) as { risk_signals?: Record<string, unknown> }
  const textOf = (signal: unknown, other: string | undefined, otherwise: string, maxLength: number) =>
    (typeof signal === 'string' && signal ? signal : (other ?? otherwise)).slice(0, maxLength)
  const languages = textOf(signals?.accept_language, headers['accept-language'], 'en', 200)
  return {
    accept_header: headers.accept?.slice(0, 200) ?? '*/*',
    ip_address: textOf(signals?.ip_address, ip, ip, 45),
    javascript_enabled: false,
    language: /^[A-Za-z0-9-]{2,35}/.exec(languages)?.[0] ?? 'en',
    user_agent: textOf(signals?.user_agent, headers['user-agent'], 'agent', 500),
  }
}

/** Knowing a session's id is enough to buy it, so ids can't be guessable. */
export const acpRoutes: Routes = inOwnScope(async (app) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(echoedHeaders(request))
  })
  app.addHook('preValidation', async (request) => {
    const version = getVersion(request)
    const { config } = request.routeOptions
    if (config.idempotency === 'claim' && !request.headers['idempotency-key']) {
      if (!isBefore(version, '2026-04-17')) throw keyRequired()
      // An empty key was allowed too, and identifies no request.
      delete request.headers['idempotency-key']
    }
    // The reason for a cancellation is optional.
    if (request.method === 'POST') request.body ??= {}
  })

  app.post(
    SESSIONS,
    {
      config: write,
      schema: {
        operationId: 'agents.sessions.create',
        tags,
        summary: 'Create an ACP checkout session',
        description:
          'Implements the Agentic Commerce Protocol in the version of the `API-Version` header. `Idempotency-Key` is required from 2026-04-17 on. The id of an item is a variant ID or a SKU. Sold-out items are reported in `messages`. See docs/acp.md.',
        body: CreateRequest,
        response: { 201: Session },
      },
    },
    async (request, reply) => {
      const session = await respond(request, createSession(request.ctx, request.body, getVersion(request)))
      reply.code(201)
      return session
    },
  )

  app.get(
    `${SESSIONS}/:id`,
    {
      config: { access: 'key', scopes: SCOPES, limit: 'default', errorFormat, headers: ReadHeaders },
      schema: {
        operationId: 'agents.sessions.get',
        tags,
        summary: 'Get an ACP checkout session',
        description: 'Without a key, use `POST …/retrieve`.',
        params: SessionPath,
        response: { 200: Session },
      },
    },
    (request) => respond(request, getSession(request.ctx, request.params.id)),
  )

  app.post(
    `${SESSIONS}/:id/retrieve`,
    {
      config: { ...write, idempotency: 'none', headers: ReadHeaders },
      schema: {
        operationId: 'agents.sessions.retrieve',
        tags,
        summary: 'Retrieve an ACP checkout session',
        description: 'For callers without a key: storefronts may only POST here. Not part of the protocol.',
        params: SessionPath,
        response: { 200: Session },
      },
    },
    (request) => respond(request, getSession(request.ctx, request.params.id)),
  )

  app.post(
    `${SESSIONS}/:id`,
    {
      config: write,
      schema: {
        operationId: 'agents.sessions.update',
        tags,
        summary: 'Update an ACP checkout session',
        description: 'Fields you send replace the current ones completely: items, codes, address, fulfillment option.',
        params: SessionPath,
        body: UpdateRequest,
        response: { 200: Session },
      },
    },
    (request) => respond(request, updateSession(request.ctx, request.params.id, request.body)),
  )

  app.post(
    `${SESSIONS}/:id/complete`,
    {
      config: write,
      schema: {
        operationId: 'agents.sessions.complete',
        tags,
        summary: 'Complete an ACP checkout session',
        description:
          'Pays with the token of the buyer’s card and places the order. A declined card or sold-out items return 200 with `messages`, and you can complete the session again. The buyer is never charged for anything other than what the agent was shown.',
        params: SessionPath,
        body: CompleteRequest,
        response: { 200: Session },
      },
    },
    (request) =>
      respond(request, completeSession(request.ctx, request.params.id, request.body, idempotencyKeyOf(request))),
  )

  app.post(
    `${SESSIONS}/:id/cancel`,
    {
      config: { ...write, isBodyOptional: true },
      schema: {
        operationId: 'agents.sessions.cancel',
        tags,
        summary: 'Cancel an ACP checkout session',
        description: 'Returns 405 if the session is completed or canceled.',
        params: SessionPath,
        body: CancelRequest,
        response: { 200: Session, 405: NotCancelable },
      },
    },
    (request) => respond(request, cancelSession(request.ctx, request.params.id)),
  )
})

const keyRequired = () => {
  const message = 'Send an Idempotency-Key with every POST: a new one for each request, the same one for a retry.'
  return new AcpRequestError('invalid_request', message, { code: 'idempotency_key_required' })
}
