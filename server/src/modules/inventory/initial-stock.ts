import type { Ctx } from '../../ctx.ts'
import { writeLevelChanges } from './levels.ts'
import { getDefaultLocation } from './locations.ts'

export interface InitialStock {
  variantId: string
  onHand: number
  /** Where in the request it was asked for. */
  path: string
}

/** What new variants start with. They are told as new: none of them is back, and their lists are made by who made them. */
export async function setInitialStock(ctx: Ctx, variants: InitialStock[]): Promise<void> {
  if (variants.length === 0) return
  const { id: locationId } = await getDefaultLocation(ctx)
  const changes = variants.map(({ onHand, ...rest }) => ({ ...rest, locationId, onHand: { to: onHand } }))
  await writeLevelChanges(ctx, changes, { reason: 'initial', reference: null })
}
