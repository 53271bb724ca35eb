import type { Ctx } from '../ctx.ts'
import { adjustPoints, replaceProgram } from '../modules/loyalty/loyalty.ts'

/** One acorn is worth one cent in each currency of the shop. */
export async function loadLoyaltyProgram(ctx: Ctx): Promise<void> {
  const pointValues = ['EUR', 'GBP', 'USD'].map((currency) => ({ currency, points: 100, amount: 100 }))
  await replaceProgram(ctx, { name: 'Acorns', active: true, minPoints: 100, pointValues }, undefined)
}

/** For two customers who have ordered before. */
export async function loadLoyaltyPoints(ctx: Ctx): Promise<void> {
  await adjustPoints(ctx, 'frieda.lindner', { points: 1250, reason: 'First year with us' })
  await adjustPoints(ctx, 'emile.laurent', { points: 400, reason: 'Review with photos' })
  await adjustPoints(ctx, 'emile.laurent', { points: -50, reason: 'Correction: counted twice' })
}
