import { type Ctx, transaction } from '../../ctx.ts'
import { lockEnvironment } from '../../db/lock-environment.ts'
import { type Page, toSinglePage } from '../../db/page.ts'
import { AppError, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { isAtLeast } from '../../kit/roles.ts'
import { countTickets } from '../tickets/tickets.ts'
import { BUILT_IN_VIEWS } from './built-in-views.ts'
import * as queries from './queries.ts'
import {
  MAX_COUNT,
  MAX_PERSONAL_VIEWS,
  MAX_SHARED_VIEWS,
  type NewTicketView,
  type TicketView,
  type TicketViewChanges,
  type TicketViewCounts,
} from './schemas.ts'

/** Built-in views first, then the saved ones that the caller may use. */
export async function listViews(ctx: Ctx): Promise<Page<TicketView>> {
  const userId = memberId(ctx)
  const saved = await queries.listViews(ctx, userId)
  return toSinglePage([...listBuiltInViews(userId), ...saved.map(toView)])
}

export function createView(ctx: Ctx, { name, shared = true, filter, sort = 'waiting' }: NewTicketView) {
  return transaction(ctx, async (ctx): Promise<TicketView> => {
    const userId = shared ? null : memberId(ctx)
    if (shared) assertMayShare(ctx)
    else if (userId === null) throw new AppError('conflict', 'A key has no views of its own. Share the view instead.')
    await lockEnvironment(ctx)
    const existing = (await queries.listViews(ctx, userId)).filter((view) => view.userId === userId)
    const limit = shared ? MAX_SHARED_VIEWS : MAX_PERSONAL_VIEWS
    if (existing.length >= limit) {
      throw new AppError('conflict', `There can be at most ${limit} views. Delete one first.`, { fields: { limit } })
    }
    assertNameIsFree(existing, name)
    const view = { id: newId('tvw'), userId, name, filter, sort, createdAt: ctx.now.toISOString() }
    await queries.insertView(ctx, view)
    return toView(view)
  })
}

export function updateView(ctx: Ctx, id: string, changes: TicketViewChanges): Promise<TicketView> {
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    const views = await queries.listViews(ctx, memberId(ctx))
    const view = findOwnView(ctx, views, id)
    const changed = { ...view, ...changes }
    assertNameIsFree(
      views.filter((one) => one.userId === view.userId && one.id !== id),
      changed.name,
    )
    await queries.updateView(ctx, changed)
    return toView(changed)
  })
}

export function deleteView(ctx: Ctx, id: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    findOwnView(ctx, await queries.listViews(ctx, memberId(ctx)), id)
    await queries.deleteView(ctx, id)
  })
}

/** The open work of each view: what is resolved, pending or spam has no count. */
export async function countViews(ctx: Ctx): Promise<TicketViewCounts> {
  const userId = memberId(ctx)
  const [{ waiting, ...builtIn }, saved] = await Promise.all([
    queries.countBuiltInViews(ctx, userId),
    queries.listViews(ctx, userId),
  ])
  const counts: Record<string, number> = builtIn
  const savedCounts = await Promise.all(
    saved.map(async ({ id, filter }) => ({ viewId: id, count: await countTickets(ctx, filter) })),
  )
  const builtInCounts = listBuiltInViews(userId).flatMap(({ id }) => {
    const count = counts[id]
    return count === undefined ? [] : [{ viewId: id, count }]
  })
  const data = [...builtInCounts, ...savedCounts].map(({ viewId, count }) => ({
    viewId,
    count: Math.min(count, MAX_COUNT),
    capped: count > MAX_COUNT,
  }))
  return { ...toSinglePage(data), waiting }
}

const memberId = ({ caller }: Ctx): string | null => (caller.kind === 'member' ? caller.userId : null)

const listBuiltInViews = (userId: string | null): TicketView[] =>
  BUILT_IN_VIEWS.filter((view) => userId !== null || !('isPersonal' in view)).map(({ id, name, filter, sort }) => ({
    id,
    name,
    builtIn: true,
    shared: true,
    filter,
    sort,
    createdAt: null,
  }))

const toView = ({ id, userId, name, filter, sort, createdAt }: queries.ViewRow): TicketView => ({
  id,
  name,
  builtIn: false,
  shared: userId === null,
  filter,
  sort: sort as NonNullable<TicketView['sort']>,
  createdAt,
})

function findOwnView(ctx: Ctx, views: queries.ViewRow[], id: string): queries.ViewRow {
  const view = views.find((one) => one.id === id)
  if (!view) throw notFound('view', id)
  if (view.userId === null) assertMayShare(ctx)
  return view
}

/** Everyone's inbox changes with a shared view. */
function assertMayShare({ caller }: Ctx): void {
  if (caller.kind === 'member' && !isAtLeast(caller.role, 'admin')) {
    throw new AppError('forbidden', 'Only owners and admins can change shared views. Save a personal view instead.')
  }
}

function assertNameIsFree(views: queries.ViewRow[], name: string): void {
  if (views.some((view) => view.name.toLowerCase() === name.toLowerCase())) {
    throw new AppError('conflict', `There is already a view called “${name}”. Choose another name.`)
  }
}
