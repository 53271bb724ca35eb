import type { FastifyRequest } from 'fastify'
import { claimTicketNumber } from './tickets.ts'

const ticketNumbers = new WeakMap<FastifyRequest, number>()

/** Runs before the transaction that an Idempotency-Key opens: a number claimed inside it would block all new tickets. */
export async function claimNumber(request: FastifyRequest): Promise<void> {
  ticketNumbers.set(request, await claimTicketNumber(request.ctx))
}

export function claimedNumberOf(request: FastifyRequest): number {
  const number = ticketNumbers.get(request)
  if (number === undefined) throw new Error('This route must claim a ticket number before its handler runs')
  return number
}
