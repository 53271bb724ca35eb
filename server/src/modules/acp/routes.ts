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
  idempotency: 'stepwise',
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
    if (config.idempotency === 'stepwise' && !request.headers['idempotency-key']) {
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
        summary: 'ACP: begin a checkout session',
        description:
          'The Agentic Commerce Protocol, in the version that the header `API-Version` names. `Idempotency-Key` is required from 2026-04-17 on. An item is named by a variant’s id or its SKU. What is sold out is told in `messages`. See docs/acp.md.',
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
        summary: 'ACP: look at a checkout session',
        description: 'Without a key: `POST …/retrieve`.',
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
        summary: 'ACP: look at a checkout session, without a key',
        description: 'Not of the protocol: storefronts may only POST here.',
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
        summary: 'ACP: change a checkout session',
        description: 'What is named replaces what was there: all items, all codes, the address, the way of shipping.',
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
        summary: 'ACP: buy a checkout session',
        description:
          'With the token that stands for the buyer’s card. A card that is declined, or goods that are gone, are told in `messages` with 200; the session can be completed again. Nobody is charged for something else than the agent was shown.',
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
        summary: 'ACP: leave a checkout session',
        description: '405 for one that is completed or canceled.',
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
