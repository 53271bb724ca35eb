import type { FastifyRequest } from 'fastify'
import type { Ctx, SignedInCustomer } from '../../ctx.ts'
import { AppError } from '../../kit/errors.ts'

/** Throws `invalidCustomerToken` unless the token names a customer of the environment. */
export type VerifyCustomerToken = (ctx: Ctx, token: string) => Promise<SignedInCustomer>

/** One response for a forged, expired, revoked or foreign token: it must not reveal which. */
export const invalidCustomerToken = () =>
  new AppError(
    'invalid_customer_token',
    'This customer token is not valid, or has expired. Refresh it, or let the customer sign in again.',
  )

export const tokenRequiredError = () =>
  new AppError('invalid_customer_token', 'Send the token of a signed-in customer as "X-Customer-Token".')

const tokenNotAllowedError = () =>
  new AppError(
    'insufficient_scope',
    'A request with X-Customer-Token can’t use this endpoint. Use /v1/customers/me, or omit the header.',
  )

/**
 * Returns the customer that the request acts for, if it does for any. Runs once the request was counted, so whoever
 * sends wrong tokens uses up their own quota: a visitor that of their address, a key that of its workspace.
 */
export function authenticateCustomer(
  { headers, routeOptions: { config } }: FastifyRequest,
  toCtx: () => Ctx,
  verify: VerifyCustomerToken | undefined,
): Promise<SignedInCustomer> | undefined {
  const token = headers['x-customer-token']
  const { customer } = config
  // An unknown path declares nothing, and is 404.
  if (customer === undefined || (token === undefined && customer !== 'required')) return undefined
  if (customer === 'none' || !verify) throw tokenNotAllowedError()
  if (token === undefined) throw tokenRequiredError()
  return verify(toCtx(), String(token))
}
