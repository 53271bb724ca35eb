import type { Ctx } from '../../ctx.ts'
import { writeLevelChanges } from './levels.ts'
import { getDefaultLocation } from './locations.ts'

export interface InitialStock {
  variantId: string
  onHand: number
  /** JSON pointer into the request, for errors. */
  path: string
}

/** Emits no stock events: a new variant is not back in stock, and the caller refreshes its listings. */
export async function setInitialStock(ctx: Ctx, variants: InitialStock[]): Promise<void> {
  if (variants.length === 0) return
  const { id: locationId } = await getDefaultLocation(ctx)
  const changes = variants.map(({ onHand, ...rest }) => ({ ...rest, locationId, onHand: { to: onHand } }))
  await writeLevelChanges(ctx, changes, { reason: 'initial', reference: null })
}
