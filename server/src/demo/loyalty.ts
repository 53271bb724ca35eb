import type { Ctx } from '../ctx.ts'
import { listCustomers } from '../modules/customers/customers.ts'
import { adjustPoints } from '../modules/loyalty/loyalty.ts'
import { replaceProgram } from '../modules/loyalty/program/program.ts'
import type { Action, Reward } from '../modules/loyalty/program/schemas.ts'

const euros = (amount: number) => ({ amount, currency: 'EUR' })

/** Those who collect more get more for it. */
const REWARDS: Reward[] = [
  { key: 'five-off', name: '€5 off your next order', points: 500, type: 'discount_code', amount: euros(500) },
  { key: 'gift-card', name: '€12 gift card', points: 1000, type: 'gift_card', amount: euros(1200) },
]
const ACTIONS: Action[] = [
  { key: 'review', name: 'Review with photos', points: 50, limitPerCustomer: 10 },
  { key: 'birthday', name: 'Birthday', points: 100, limitPerCustomer: null },
]

/** One acorn is worth one cent in each currency of the shop. */
export async function loadLoyaltyProgram(ctx: Ctx): Promise<void> {
  const pointValues = ['EUR', 'GBP', 'USD'].map((currency) => ({ currency, points: 100, amount: 100 }))
  // One acorn for each unit of the currency spent.
  const earning = pointValues.map(({ currency }) => ({ currency, points: 1, amount: 100 }))
  const program = {
    name: 'Acorns',
    active: true,
    minPoints: 100,
    pointValues,
    earning,
    rewards: REWARDS,
    actions: ACTIONS,
  }
  await replaceProgram(ctx, program, undefined)
}

/** For two customers who have ordered before. */
export async function loadLoyaltyPoints(ctx: Ctx): Promise<void> {
  const [frieda, emile] = [await customerIdOf(ctx, 'frieda.lindner'), await customerIdOf(ctx, 'emile.laurent')]
  await adjustPoints(ctx, frieda, { points: 1250, reason: 'First year with us' })
  await adjustPoints(ctx, emile, { points: 400, reason: 'Review with photos' })
  await adjustPoints(ctx, emile, { points: -50, reason: 'Correction: counted twice' })
}

async function customerIdOf(ctx: Ctx, localPart: string): Promise<string> {
  const [customer] = (await listCustomers(ctx, { email: `${localPart}@example.com`, limit: 1 })).data
  if (!customer) throw new Error(`The demo shop has no order of ${localPart}`)
  return customer.id
}
