import { Type } from 'typebox'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { createLoginCode, exchangeLoginCode } from './login-codes.ts'
import { CustomerTokens, LoginCode, LoginCodeExchange, NewLoginCode, RefreshToken } from './schemas.ts'
import { refreshTokens, revokeTokens } from './sessions.ts'

const tags = ['Customers']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig
/** Tokens must not be stored for a replay, and every attempt counts. */
const tokenConfig = { ...config, idempotency: 'none' } as const satisfies RouteConfig

export const customerAccountRoutes: Routes = async (app) => {
  app.post(
    '/customers/login-codes',
    {
      config,
      schema: {
        operationId: 'customers.loginCodes.create',
        tags,
        summary: 'Email a login code',
        description:
          'Sends a 6-digit code, valid for 10 minutes, and voids earlier ones. The response is the same whether or not the email belongs to a customer. At most 5 codes per email and hour. The sandbox shows the code in the outbox.',
        body: NewLoginCode,
        response: { 201: LoginCode },
      },
    },
    async ({ ctx, body }, reply) => {
      const code = await createLoginCode(ctx, body)
      reply.code(201)
      return code
    },
  )

  app.post(
    '/customers/tokens',
    {
      config: tokenConfig,
      schema: {
        operationId: 'customers.tokens.create',
        tags,
        summary: 'Sign in with a login code',
        description:
          'Returns a token for the customer with this email, who is created if there is none. A code works once; after 3 attempts, request a new one. A wrong or expired code returns 422 `login_code_rejected`.',
        body: LoginCodeExchange,
        response: { 201: CustomerTokens },
      },
    },
    async ({ ctx, body }, reply) => {
      const tokens = await exchangeLoginCode(ctx, body)
      reply.code(201)
      return tokens
    },
  )

  app.post(
    '/customers/tokens/refresh',
    {
      config: tokenConfig,
      schema: {
        operationId: 'customers.tokens.refresh',
        tags,
        summary: 'Refresh a customer token',
        description: 'A refresh token works once. Using it again signs the customer out, because it was copied.',
        body: RefreshToken,
        response: { 200: CustomerTokens },
      },
    },
    ({ ctx, body }) => refreshTokens(ctx, body.refreshToken),
  )

  app.post(
    '/customers/tokens/revocation',
    {
      config: tokenConfig,
      schema: {
        operationId: 'customers.tokens.revoke',
        tags,
        summary: 'Sign out a customer',
        description: 'Ends the session: none of its tokens is valid afterwards.',
        body: RefreshToken,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, body }, reply) => {
      await revokeTokens(ctx, body.refreshToken)
      reply.code(204)
      return null
    },
  )
}
