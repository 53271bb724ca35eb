import { type Ctx, transaction } from '../../../ctx.ts'
import { lockEnvironment } from '../../../db/lock-environment.ts'
import { AppError, invalidRequest, notFound } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import type { StatusCategory } from '../schemas.ts'
import * as queries from './queries.ts'
import type { NewTicketStatus, TicketStatus, TicketStatusChanges } from './schemas.ts'

export const { listStatuses } = queries

const MAX_STATUSES = 50

export const findStatus = async (ctx: Ctx, id: string): Promise<TicketStatus | undefined> =>
  (await listStatuses(ctx)).find((status) => status.id === id)

/** The status of a ticket that enters the category. */
export async function defaultStatus(ctx: Ctx, category: StatusCategory): Promise<TicketStatus> {
  const status = (await listStatuses(ctx)).find((one) => one.category === category && one.default)
  if (!status) throw new Error(`There is no default status for ${category} tickets`)
  return status
}

/** For requests that name a status in `path`. */
export async function getStatus(ctx: Ctx, id: string, path = '/statusId'): Promise<TicketStatus> {
  const status = await findStatus(ctx, id)
  if (status) return status
  throw invalidRequest('No such status. List them with GET /v1/ticket-statuses.', [
    { path, message: 'is not a ticket status of this shop' },
  ])
}

export function createStatus(ctx: Ctx, input: NewTicketStatus): Promise<TicketStatus> {
  return transaction(ctx, async (ctx) => {
    const statuses = await lockStatuses(ctx)
    if (statuses.length >= MAX_STATUSES) {
      throw new AppError('conflict', `A shop can have at most ${MAX_STATUSES} statuses. Delete one first.`, {
        fields: { limit: MAX_STATUSES },
      })
    }
    assertNameIsFree(statuses, input.name)
    const last = statuses.at(-1)?.position ?? 0
    const status: TicketStatus = {
      id: newId('tst'),
      name: input.name,
      category: input.category,
      position: input.position ?? last + 1,
      default: input.default ?? false,
      createdAt: ctx.now.toISOString(),
    }
    await queries.insertStatus(ctx, status)
    if (status.default) await queries.makeDefault(ctx, status)
    return status
  })
}

/** The category never changes: tickets repeat it. */
export function updateStatus(ctx: Ctx, id: string, changes: TicketStatusChanges): Promise<TicketStatus> {
  return transaction(ctx, async (ctx) => {
    const statuses = await lockStatuses(ctx)
    const current = statuses.find((status) => status.id === id)
    if (!current) throw notFound('status', id)
    const others = statuses.filter((status) => status.id !== id)
    if (changes.name !== undefined) assertNameIsFree(others, changes.name)
    const status = { ...current, ...changes }
    await queries.updateStatus(ctx, status)
    if (changes.default && !current.default) await queries.makeDefault(ctx, status)
    return status
  })
}

export function deleteStatus(ctx: Ctx, id: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const status = (await lockStatuses(ctx)).find((one) => one.id === id)
    if (!status) throw notFound('status', id)
    if (status.default) {
      throw new AppError('conflict', 'This is the default status of its category. Make another one the default first.')
    }
    await queries.lockStatus(ctx, id)
    if (await queries.isStatusUsed(ctx, id)) {
      throw new AppError('conflict', 'Tickets have this status. Give them another one first.')
    }
    await queries.deleteStatus(ctx, id)
  })
}

async function lockStatuses(ctx: Ctx): Promise<TicketStatus[]> {
  await lockEnvironment(ctx)
  return listStatuses(ctx)
}

function assertNameIsFree(statuses: TicketStatus[], name: string): void {
  if (statuses.some((status) => status.name.toLowerCase() === name.toLowerCase())) {
    throw new AppError('conflict', `There is already a status called “${name}”. Choose another name.`)
  }
}
