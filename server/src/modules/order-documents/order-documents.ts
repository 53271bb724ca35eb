import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../kit/errors.ts'
import { markdownToText } from '../../kit/markdown.ts'
import { getOrder } from '../orders/orders.ts'
import type { Order } from '../orders/schemas.ts'
import { listPublishedPolicies } from '../policies/policies.ts'
import { loadBranding } from '../theme/theme.ts'
import { toInvoice } from './invoice.ts'
import { toPackingSlip } from './packing-slip.ts'
import { drawPdf } from './pdf.ts'

interface OrderDocument {
  fileName: string
  pdf: Buffer
}

export async function createInvoice(ctx: Ctx, orderId: string): Promise<OrderDocument> {
  const order = await getPlacedOrder(ctx, orderId, 'invoice')
  const shop = { ...(await loadBranding(ctx)), legalNotice: await findLegalNotice(ctx) }
  return { fileName: `invoice-${order.number}.pdf`, pdf: await drawPdf(toInvoice(order, shop)) }
}

export async function createPackingSlip(ctx: Ctx, orderId: string): Promise<OrderDocument> {
  const order = await getPlacedOrder(ctx, orderId, 'packing slip')
  const document = toPackingSlip(order, await loadBranding(ctx))
  return { fileName: `packing-slip-${order.number}.pdf`, pdf: await drawPdf(document) }
}

async function getPlacedOrder(ctx: Ctx, id: string, what: string): Promise<Order> {
  const order = await getOrder(ctx, id)
  if (order.status !== 'draft') return order
  throw new AppError('conflict', `Order #${order.number} is a draft and has no ${what} yet. Complete it first.`)
}

const MAX_NOTICE_LENGTH = 600

/** Who sells, and their tax number, which an invoice must say: where a shop publishes them. */
async function findLegalNotice(ctx: Ctx): Promise<string> {
  const policies = await listPublishedPolicies(ctx)
  const notice = policies.find(({ kind }) => kind === 'legal_notice')
  return notice ? markdownToText(notice.body).slice(0, MAX_NOTICE_LENGTH) : ''
}
