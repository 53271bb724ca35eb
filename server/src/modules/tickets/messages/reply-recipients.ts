import type { Ctx } from '../../../ctx.ts'
import { normalizeEmail } from '../../customers/identity/identity.ts'
import { listOwnAddresses } from '../../mailboxes/mailboxes.ts'
import type { TicketRow } from '../ticket-row.ts'
import * as queries from './queries.ts'

/** Whoever copies half the internet does not make us write to it. */
const MAX_COPIES = 20
const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/

export interface Recipients {
  to: string[]
  cc: string[]
}

/**
 * Whom a reply answers, unless it says so itself: the author of the customer's last message, with copies to those who
 * got that message. Earlier messages don't count: somebody who was in copy once need not be for ever.
 */
export async function replyRecipients(
  ctx: Ctx,
  { id, requesterEmail }: TicketRow,
  explicit: { to?: string[] | undefined; cc?: string[] | undefined },
): Promise<Recipients> {
  if (explicit.to) return { to: explicit.to, cc: explicit.cc ?? [] }
  const own = new Set(await listOwnAddresses(ctx))
  const isForeign = (address: string) => ADDRESS.test(address) && !own.has(withoutPlus(normalizeEmail(address)))
  const answered = await queries.findAnsweredMessage(ctx, id)
  const author = [answered?.authorEmail, requesterEmail].find((address) => address && isForeign(address))
  const to = author ? [author] : []
  const copies = explicit.cc ?? [...(answered?.recipientsTo ?? []), ...(answered?.recipientsCc ?? [])].filter(isForeign)
  const others = new Map(copies.map((address) => [normalizeEmail(address), address]))
  if (author) others.delete(normalizeEmail(author))
  return { to, cc: [...others.values()].slice(0, MAX_COPIES) }
}

const withoutPlus = (address: string): string => address.replace(/\+[^@]*@/, '@')
