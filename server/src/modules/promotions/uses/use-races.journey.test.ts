import { describe, expect, it } from 'vitest'
import { openIsolatedShop, openShop, type Shop } from '../../../../test/open-shop.ts'
import { type Program, runProgram } from '../../../../test/process.ts'
import { addCodes, addPromotion, checkoutCtx, findUsageDrift } from '../../../../test/sample-promotions.ts'
import { type Ctx, transaction } from '../../../ctx.ts'
import { AppError } from '../../../kit/errors.ts'
import type { NewUse } from './queries.ts'
import { confirmUses, releaseExpiredUses, releaseUses, reserveUses } from './uses.ts'

const SOON = new Date(Date.now() + 600_000)
const times = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))
const pick = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)] as T

const useOf = (promotionId: string, more: Partial<NewUse> = {}): NewUse => ({
  promotionId,
  code: null,
  customerKey: null,
  currency: 'EUR',
  amount: 100,
  ...more,
})

/** `reserved`, or the reason for the rejection. */
async function tryReserve(ctx: Ctx, holder: string, ...uses: NewUse[]): Promise<string> {
  try {
    await transaction(ctx, (ctx) => reserveUses(ctx, holder, uses, SOON))
    return 'reserved'
  } catch (error) {
    if (error instanceof AppError && error.code === 'promotion_exhausted') return String(error.details?.[0]?.reason)
    // More concurrent requests than the database serves within 3 s: nothing was written, so retry.
    if (error instanceof Error && error.message.includes('timeout')) return tryReserve(ctx, holder, ...uses)
    throw error
  }
}

const tally = (outcomes: string[]) =>
  Object.fromEntries(
    [...new Set(outcomes)].toSorted().map((one) => [one, outcomes.filter((outcome) => outcome === one).length]),
  )

const startReserver = ({ server, live }: Shop, use: NewUse, name: string, count?: number): Program =>
  runProgram('test/promotion-reserver.process.ts', {
    USER_CONNECTION: JSON.stringify(server.connection),
    USER_ENVIRONMENT: JSON.stringify(live),
    USER_USE: JSON.stringify(use),
    USER_NAME: name,
    ...(count && { USER_COUNT: String(count) }),
  })

const getPromotion = async ({ api }: Shop, id: string) => (await api.get(`/v1/promotions/${id}`)).body

describe('concurrent promotion uses', () => {
  it('200 requests from three servers for a code with 10 uses left: 10 succeed, 190 get the reason', async () => {
    const shop = await openShop()
    const { id } = await addPromotion(shop.api)
    await addCodes(shop.api, id, { codes: ['TEN'], usageLimit: 12 })
    const use = useOf(id, { code: 'TEN' })
    for (const holder of ['earlier 1', 'earlier 2'])
      expect(await tryReserve(checkoutCtx(shop), holder, use)).toBe('reserved')
    const users = ['a', 'b'].map((name) => startReserver(shop, use, name, 70))
    await Promise.all(users.map((user) => user.waitForLine(/ready/)))
    const own = await times(60, (n) => tryReserve(checkoutCtx(shop), `c ${n}`, use))
    const others = await Promise.all(
      users.map(async (user) => JSON.parse((await user.waitForLine(/outcomes (.*)/))[1] ?? '[]') as string[]),
    )
    const outcomes = [own, ...others].flat()
    expect(tally(outcomes)).toEqual({ code_limit: 190, reserved: 10 })
    expect((await shop.api.get(`/v1/promotions/${id}/codes`)).body.data).toMatchObject([
      { code: 'TEN', usageCount: 12 },
    ])
    expect((await getPromotion(shop, id)).usageCount).toBe(12)
    expect(await findUsageDrift(shop)).toEqual([])
  })

  it('100 requests for 10 uses of a promotion: it is exhausted exactly then, and available again as they are released', async () => {
    const shop = await openShop()
    const ctx = checkoutCtx(shop)
    const { id } = await addPromotion(shop.api, { usageLimit: 10 })
    const outcomes = await times(100, (n) => tryReserve(ctx, `chk_${n}`, useOf(id)))
    expect(tally(outcomes)).toEqual({ reserved: 10, usage_limit: 90 })
    expect(await getPromotion(shop, id)).toMatchObject({ usageCount: 10, exhausted: true })
    // Each of them twice, concurrently.
    const holders = outcomes.flatMap((outcome, n) => (outcome === 'reserved' ? [`chk_${n}`] : []))
    await Promise.all(
      holders
        .slice(0, 4)
        .flatMap((holder) => [holder, holder])
        .map((holder) => transaction(ctx, (ctx) => releaseUses(ctx, holder))),
    )
    expect(await getPromotion(shop, id)).toMatchObject({ usageCount: 6, exhausted: false })
    const again = await times(20, (n) => tryReserve(ctx, `late_${n}`, useOf(id)))
    expect(tally(again)).toEqual({ reserved: 4, usage_limit: 16 })
    expect(await findUsageDrift(shop)).toEqual([])
  })

  it('overspends a budget by less than the last use, whatever the amounts', async () => {
    const shop = await openShop()
    const ctx = checkoutCtx(shop)
    const { id } = await addPromotion(shop.api, { budgets: [{ amount: 1000, currency: 'EUR' }] })
    const amounts = Array.from({ length: 100 }, () => 1 + Math.floor(Math.random() * 60))
    const outcomes = await times(100, (n) => tryReserve(ctx, `chk_${n}`, useOf(id, { amount: amounts[n] ?? 0 })))
    const spent = amounts.filter((_, n) => outcomes[n] === 'reserved').reduce((sum, amount) => sum + amount, 0)
    expect(tally(outcomes)).toMatchObject({ budget: expect.any(Number) })
    expect(spent).toBeGreaterThanOrEqual(1000)
    expect(spent).toBeLessThan(1000 + 60)
    expect((await getPromotion(shop, id)).spent).toEqual([{ amount: spent, currency: 'EUR' }])
    expect(await findUsageDrift(shop)).toEqual([])
  })

  it('enforces the customer limit over twenty concurrent checkouts', async () => {
    const shop = await openShop()
    const ctx = checkoutCtx(shop)
    const { id } = await addPromotion(shop.api, { usageLimitPerCustomer: 2 })
    const outcomes = await times(60, (n) =>
      tryReserve(ctx, `chk_${n}`, useOf(id, { customerKey: `customer ${n % 3}` })),
    )
    expect(tally(outcomes)).toEqual({ customer_limit: 54, reserved: 6 })
    for (const customer of [0, 1, 2]) {
      expect(outcomes.filter((outcome, n) => n % 3 === customer && outcome === 'reserved')).toHaveLength(2)
    }
    expect(await findUsageDrift(shop)).toEqual([])
  })

  it('ends with correct counts after concurrent reserving, confirming, releasing and expiring', async () => {
    // The job releases expired reservations of all shops.
    const shop = await openIsolatedShop()
    const promotions = await times(5, (n) => addPromotion(shop.api, { usageLimit: 5 + n }))
    await times(150, async (n) => {
      const ctx = checkoutCtx(shop)
      const holder = `chk_${n % 40}`
      const step = n % 5
      if (step === 3) await confirmUses(ctx, holder)
      else if (step === 4) await transaction(ctx, (ctx) => releaseUses(ctx, holder))
      else if (n % 50 === 0)
        await releaseExpiredUses.run({ ...shop.server.system, now: new Date(Date.now() + 3_600_000) })
      else {
        const chosen = new Set(Array.from({ length: 3 }, () => pick(promotions).id as string))
        await tryReserve(ctx, holder, ...[...chosen].map((id) => useOf(id)))
      }
    })
    expect(await findUsageDrift(shop)).toEqual([])
    for (const { id, usageLimit } of promotions) {
      const { usageCount, exhausted } = await getPromotion(shop, id)
      expect(usageCount).toBeLessThanOrEqual(usageLimit)
      expect(exhausted).toBe(usageCount === usageLimit)
    }
  })

  it('leaves no count without its row when a server is killed while reserving, confirming and releasing', async () => {
    const shop = await openShop()
    const { id } = await addPromotion(shop.api)
    await addCodes(shop.api, id, { codes: ['KILL'] })
    const use = useOf(id, { code: 'KILL', customerKey: 'somebody' })
    for (let round = 0; round < 2; round++) {
      const user = startReserver(shop, use, `round ${round}`)
      await user.waitForLine(/busy/)
      await user.kill('SIGKILL')
      expect(await findUsageDrift(shop)).toEqual([])
    }
    const { usageCount } = await getPromotion(shop, id)
    expect(usageCount).toBeGreaterThan(0)
    // Locks of the killed server no longer block others.
    expect(await tryReserve(checkoutCtx(shop), 'after', use)).toBe('reserved')
    expect((await getPromotion(shop, id)).usageCount).toBe(usageCount + 1)
  })
})
