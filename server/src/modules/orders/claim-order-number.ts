import type { FastifyRequest } from 'fastify'
import { unavailable } from '../../kit/errors.ts'
import { claimOrderNumber, isOrderNumberTaken } from './orders.ts'

const orderNumbers = new WeakMap<FastifyRequest, number>()

/**
 * Runs before the transaction that an Idempotency-Key opens: a number claimed inside it would block all buyers until it
 * ends.
 */
export async function claimNumber(request: FastifyRequest): Promise<void> {
  const { number } = request.body as { number?: number }
  if (number === undefined) orderNumbers.set(request, await claimOrderNumber(request.ctx))
}

/** Creates something with the number claimed for this request. */
export async function withOrderNumber<Result>(
  request: FastifyRequest,
  create: (number: number) => Promise<Result>,
): Promise<Result> {
  const number = orderNumbers.get(request)
  if (number === undefined) throw new Error('This route must claim an order number before its handler runs')
  try {
    return await create(number)
  } catch (error) {
    if (isOrderNumberTaken(error)) throw unavailable(error)
    throw error
  }
}
