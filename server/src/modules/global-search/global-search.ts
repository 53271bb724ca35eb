import type { Ctx } from '../../ctx.ts'
import { toSinglePage } from '../../db/page.ts'
import { hasTrigram } from '../../kit/fold-text.ts'
import { listProducts } from '../catalog/catalog.ts'
import { listCustomers } from '../customers/customers.ts'
import { listOrders } from '../orders/orders.ts'
import { findTicketByNumber, listTickets } from '../tickets/tickets.ts'
import { type Candidate, rankResults } from './rank-results.ts'
import type { SearchResults } from './schemas.ts'

const PER_TYPE = 5
const MIN_PART_LENGTH = 3
const MIN_WORD_LENGTH = 2
const MAX_NUMBER = 2_147_483_647

/**
 * What the lists of orders, customers, products and tickets find, best first. While the index can't find a part of a word,
 * such as two letters, orders and customers are left out: the whole list would be read for each keystroke.
 */
export async function search(ctx: Ctx, query: string): Promise<SearchResults> {
  const q = query.trim()
  const number = parseNumber(q)
  const candidates = await Promise.all([
    findOrders(ctx, q, number),
    findCustomers(ctx, q),
    findProducts(ctx, q),
    findTickets(ctx, q, number),
  ])
  return toSinglePage(
    rankResults(
      candidates.flatMap((found) => rankedFirst(found, q)),
      q,
    ),
  )
}

const rankedFirst = (candidates: Candidate[], q: string): Candidate[] => {
  const ids = rankResults(candidates, q)
    .slice(0, PER_TYPE)
    .map(({ id }) => id)
  return ids.flatMap((id) => candidates.find((candidate) => candidate.id === id) ?? [])
}

function parseNumber(q: string): number | undefined {
  const [, digits] = /^#?(\d{1,10})$/.exec(q) ?? []
  const number = Number(digits)
  return digits && number >= 1 && number <= MAX_NUMBER ? number : undefined
}

async function findOrders(ctx: Ctx, q: string, number: number | undefined): Promise<Candidate[]> {
  const pages = await Promise.all([
    number === undefined ? [] : listOrders(ctx, { number, limit: 1 }),
    hasTrigram(q) ? listOrders(ctx, { q, limit: PER_TYPE }) : [],
  ])
  return pages
    .flatMap((page) => ('data' in page ? page.data : []))
    .map((order) => {
      const { name } = order.shippingAddress ?? order.billingAddress ?? { name: null }
      return {
        type: 'order',
        id: order.id,
        title: `#${order.number}`,
        subtitle: name ?? order.email,
        amount: order.totals.total,
        updatedAt: order.placedAt,
        identifiers: [String(order.number), order.email],
      }
    })
}

async function findCustomers(ctx: Ctx, q: string): Promise<Candidate[]> {
  if (!hasTrigram(q)) return []
  const { data } = await listCustomers(ctx, { q, limit: PER_TYPE })
  return data.map(({ id, name, emails, updatedAt }) => {
    const addresses = emails.map(({ address }) => address)
    const [email = null] = addresses
    return {
      type: 'customer',
      id,
      title: name ?? email ?? 'Customer without a name',
      subtitle: name === null ? null : email,
      amount: null,
      updatedAt,
      identifiers: [name, ...addresses],
    }
  })
}

async function findProducts(ctx: Ctx, q: string): Promise<Candidate[]> {
  const pages = await Promise.all([
    listProducts(ctx, { sku: q, limit: PER_TYPE }),
    q.length < MIN_WORD_LENGTH ? [] : listProducts(ctx, { q, limit: PER_TYPE }),
  ])
  return pages
    .flatMap((page) => ('data' in page ? page.data : []))
    .map(({ id, title, variants, updatedAt }) => {
      const skus = variants.map(({ sku }) => sku)
      const sku = skus.find((one) => one?.toLowerCase().startsWith(q.toLowerCase())) ?? skus[0] ?? null
      return { type: 'product', id, title, subtitle: sku, amount: null, updatedAt, identifiers: [title, ...skus] }
    })
}

async function findTickets(ctx: Ctx, q: string, number: number | undefined): Promise<Candidate[]> {
  const [exact, page] = await Promise.all([
    number === undefined ? undefined : findTicketByNumber(ctx, number),
    q.length < MIN_PART_LENGTH ? undefined : listTickets(ctx, { q, sort: 'updated', limit: PER_TYPE }),
  ])
  return [...(exact ? [exact] : []), ...(page?.data ?? [])].map((ticket) => ({
    type: 'ticket',
    id: ticket.id,
    title: ticket.subject,
    subtitle: `#${ticket.number} · ${ticket.requester.name ?? ticket.requester.email ?? ticket.status.name}`,
    amount: null,
    updatedAt: ticket.updatedAt,
    identifiers: [String(ticket.number), ticket.requester.email],
  }))
}
