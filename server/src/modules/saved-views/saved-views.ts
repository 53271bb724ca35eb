import { type SystemCtx, transaction } from '../../ctx.ts'
import { AppError, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import * as queries from './queries.ts'
import { MAX_VIEWS_PER_PAGE, type NewSavedView, type SavedView, type SavedViewChanges } from './schemas.ts'

export const { listViews } = queries

export function createView(ctx: SystemCtx, owner: queries.Owner, input: NewSavedView): Promise<SavedView> {
  return transaction(ctx, async (ctx) => {
    const views = await lockViews(ctx, owner)
    const samePage = views.filter(({ page }) => page === input.page)
    if (samePage.length >= MAX_VIEWS_PER_PAGE) {
      throw new AppError('conflict', `A page can have at most ${MAX_VIEWS_PER_PAGE} views. Delete one first.`, {
        fields: { limit: MAX_VIEWS_PER_PAGE },
      })
    }
    assertNameIsFree(samePage, input.name)
    const view = { id: newId('view'), ...input, createdAt: ctx.now.toISOString() }
    await queries.insertView(ctx, owner, view)
    return view
  })
}

export function renameView(
  ctx: SystemCtx,
  owner: queries.Owner,
  id: SavedView['id'],
  { name }: SavedViewChanges,
): Promise<SavedView> {
  return transaction(ctx, async (ctx) => {
    const views = await lockViews(ctx, owner)
    const view = views.find((one) => one.id === id)
    if (!view) throw notFound('view', id)
    assertNameIsFree(
      views.filter((one) => one.page === view.page && one.id !== id),
      name,
    )
    await queries.updateName(ctx, owner, id, name)
    return { ...view, name }
  })
}

export async function deleteView(ctx: SystemCtx, owner: queries.Owner, id: SavedView['id']): Promise<void> {
  if ((await queries.deleteView(ctx, owner, id)) === 0) throw notFound('view', id)
}

async function lockViews(ctx: SystemCtx, owner: queries.Owner): Promise<SavedView[]> {
  await queries.lockOwner(ctx, owner)
  return queries.listViews(ctx, owner)
}

function assertNameIsFree(views: SavedView[], name: string): void {
  if (views.some((view) => view.name.toLowerCase() === name.toLowerCase())) {
    throw new AppError('conflict', `You already have a view called “${name}”. Choose another name.`)
  }
}
