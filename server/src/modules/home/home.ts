import type { Ctx } from '../../ctx.ts'
import { type Page, toSinglePage } from '../../db/page.ts'
import * as queries from './queries.ts'
import { ACTIVITY_TYPES, type Activity, SETUP_STEPS, type SetupChecklist } from './schemas.ts'

/** For the to-do list and the counts in the navigation. */
export const { countWaitingWork } = queries

export async function getSetupChecklist(ctx: Ctx): Promise<SetupChecklist> {
  const [setup, order] = await Promise.all([queries.loadSetup(ctx), hasTriedOrder(ctx)])
  const done = { ...setup, order }
  return toSinglePage(SETUP_STEPS.map((step) => ({ step, done: done[step] })))
}

/** A test order is usually placed in the sandbox. */
async function hasTriedOrder(ctx: Ctx): Promise<boolean> {
  if (await queries.hasPlacedOrder(ctx)) return true
  const sandbox = ctx.mode === 'live' ? await queries.findSandbox(ctx) : undefined
  return sandbox !== undefined && queries.hasPlacedOrder({ ...ctx, environmentId: sandbox.id, mode: 'test' })
}

export async function listActivity(ctx: Ctx, limit: number): Promise<Page<Activity>> {
  return toSinglePage((await queries.listActivity(ctx, ACTIVITY_TYPES, limit)).map(toActivity))
}

const toActivity = (row: queries.ActivityRow): Activity => {
  const { id, type, person, amount, rating, createdAt } = row
  return { id, type, subject: toSubject(row), person, amount, rating, createdAt }
}

function toSubject(row: queries.ActivityRow): Activity['subject'] {
  if (row.ticketId !== null) return { type: 'ticket', id: row.ticketId, name: row.ticketSubject }
  if (row.orderId !== null || row.type === 'payment.disputed') {
    return { type: 'order', id: row.orderId, name: row.number === null ? null : `#${row.number}` }
  }
  if (row.leadId !== null) return { type: 'lead', id: row.leadId, name: row.person }
  if (row.reviewId !== null) return { type: 'review', id: row.reviewId, name: row.productTitle }
  return { type: 'product', id: row.productId, name: row.productTitle }
}
