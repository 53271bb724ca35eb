import type { Ctx } from '../../ctx.ts'
import { getProduct } from '../catalog/catalog.ts'
import { createTicket } from '../tickets/tickets.ts'
import type { ReviewRow } from './queries.ts'
import type { SourceReview } from './source-review.ts'

const SOURCE_NAMES = {
  judgeme: 'Judge.me',
  yotpo: 'Yotpo',
  okendo: 'Okendo',
  trustpilot: 'Trustpilot',
  api: '',
} as const

interface ReviewedOrder {
  id: `ord_${string}`
  customerId: `cus_${string}` | null
}

/** If the provider knows the author's email, a reply is sent there. Otherwise staff answer at the provider. */
export async function openReviewTicket(
  ctx: Ctx,
  { productId, rating, title, body }: ReviewRow,
  { source, authorName, email }: SourceReview,
  order: ReviewedOrder | undefined,
  number: number,
): Promise<`tkt_${string}`> {
  const subject = productId ? (await getProduct(ctx, productId)).title : 'your shop'
  const stars = rating === 1 ? '1-star' : `${rating}-star`
  const isReachable = email !== null && EMAIL.test(email)
  const text = [title, body].filter(Boolean).join('\n\n') || 'The customer wrote no text.'
  const ticket = await createTicket(ctx, {
    number,
    channel: isReachable ? 'email' : 'api',
    subject: `${stars} review of ${subject}`,
    tags: ['review'],
    orderIds: order ? [order.id] : [],
    ...(isReachable ? { requester: { email, name: authorName } } : { customerId: order?.customerId ?? null }),
    source: 'system',
    message: {
      text: `${text}\n\n${'★'.repeat(rating ?? 0)}${'☆'.repeat(5 - (rating ?? 0))} ${SOURCE_NAMES[source]}`,
      ...(!isReachable && { author: { type: 'customer', name: authorName } }),
    },
  })
  return ticket.id
}

/** Providers check addresses: this only keeps anything else out of the list of customers. */
const EMAIL = /^[^\s@<>",;]{1,64}@[^\s@<>",;]+\.[^\s@<>",;]+$/
