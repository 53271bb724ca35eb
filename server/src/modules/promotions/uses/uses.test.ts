import { describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../../../../test/open-shop.ts'
import { pricingVersion } from '../../../../test/pricing-version.ts'
import { addCodes, addPromotion, checkoutCtx, findUsageDrift } from '../../../../test/sample-promotions.ts'
import { type Ctx, transaction } from '../../../ctx.ts'
import type { Db } from '../../../db/database.ts'
import { AppError } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import type { NewUse } from './queries.ts'
import { confirmUses, releaseExpiredUses, releaseUses, reserveUses } from './uses.ts'

const SOON = new Date(Date.now() + 60_000)

const useOf = (promotionId: string, more: Partial<NewUse> = {}): NewUse => ({
  promotionId,
  code: null,
  customerKey: null,
  currency: 'EUR',
  amount: 100,
  ...more,
})

const reserve = (ctx: Ctx, holder: string, ...uses: NewUse[]) =>
  transaction(ctx, (ctx) => reserveUses(ctx, holder, uses, SOON))
const release = (ctx: Ctx, holder: string) => transaction(ctx, (ctx) => releaseUses(ctx, holder))

/** `reserved`, or the reason for the rejection. */
const outcomeOf = (work: Promise<void>): Promise<string | undefined> =>
  work.then(
    () => 'reserved',
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'promotion_exhausted') return String(error.details?.[0]?.reason)
      throw error
    },
  )

const getPromotion = async ({ api }: Shop, id: string) => (await api.get(`/v1/promotions/${id}`)).body

/** A database handle that counts statements. */
function countQueries(ctx: Ctx): { ctx: Ctx; count: () => number } {
  let statements = 0
  const counted = <T>(work: T): T => {
    statements += 1
    return work
  }
  const { db } = ctx
  const counter: Db = {
    ...db,
    rows: (schema, statement) => counted(db.rows(schema, statement)),
    row: (schema, statement) => counted(db.row(schema, statement)),
    one: (schema, statement) => counted(db.one(schema, statement)),
    run: (statement) => counted(db.run(statement)),
  }
  return { ctx: { ...ctx, db: counter }, count: () => statements }
}

describe('promotion uses', () => {
  it('is reserved, then used by the order, then released, and listed with its status', async () => {
    const shop = await openShop()
    const ctx = checkoutCtx(shop)
    const { id } = await addPromotion(shop.api, { usageLimit: 2, budgets: [{ amount: 1000, currency: 'EUR' }] })
    await addCodes(shop.api, id, { codes: ['ONE'] })
    const orderId = newId('ord')
    const listed = async () => (await shop.api.get(`/v1/promotions/${id}/uses`)).body.data
    await reserve(ctx, orderId, useOf(id, { code: 'ONE', customerKey: 'of-ada' }))
    expect(await getPromotion(shop, id)).toMatchObject({
      usageCount: 1,
      spent: [{ amount: 100, currency: 'EUR' }],
      version: 1,
    })
    expect(await listed()).toEqual([
      {
        id: expect.stringMatching(/^use_/),
        code: 'ONE',
        orderId,
        amount: { amount: 100, currency: 'EUR' },
        status: 'reserved',
        expiresAt: SOON.toISOString(),
        createdAt: expect.any(String),
      },
    ])
    expect(await confirmUses(ctx, orderId)).toBe(1)
    expect(await confirmUses(ctx, orderId)).toBe(0)
    expect(await listed()).toMatchObject([{ orderId, status: 'used', expiresAt: null }])
    expect(await getPromotion(shop, id)).toMatchObject({ usageCount: 1, spent: [{ amount: 100, currency: 'EUR' }] })
    await release(ctx, orderId)
    await release(ctx, orderId)
    expect(await getPromotion(shop, id)).toMatchObject({ usageCount: 0, spent: [] })
    expect(await listed()).toMatchObject([{ orderId, status: 'released' }])
    expect((await shop.api.get(`/v1/promotions/${id}/uses?status=used`)).body.data).toEqual([])
    expect(await findUsageDrift(shop)).toEqual([])
  })

  it("replaces the holder's earlier reservation, even of the last use", async () => {
    const shop = await openShop()
    const ctx = checkoutCtx(shop)
    const [one, two] = [
      await addPromotion(shop.api, {
        usageLimit: 1,
        usageLimitPerCustomer: 1,
        budgets: [{ amount: 100, currency: 'EUR' }],
      }),
      await addPromotion(shop.api),
    ]
    const use = useOf(one.id, { customerKey: 'ada' })
    for (let time = 0; time < 3; time++) await reserve(ctx, 'chk_1', use, useOf(two.id))
    await reserve(ctx, 'chk_1', { ...use, currency: 'USD', amount: 7 })
    expect(await getPromotion(shop, one.id)).toMatchObject({ usageCount: 1, spent: [{ amount: 7, currency: 'USD' }] })
    expect(await getPromotion(shop, two.id)).toMatchObject({ usageCount: 0, spent: [] })
    expect(await outcomeOf(reserve(ctx, 'chk_2', { ...use, customerKey: 'bob' }))).toBe('usage_limit')
    await confirmUses(ctx, 'chk_1')
    await reserve(ctx, 'chk_1', use)
    expect(await getPromotion(shop, one.id)).toMatchObject({ usageCount: 1, spent: [{ amount: 7, currency: 'USD' }] })
    expect(await findUsageDrift(shop)).toEqual([])
  })

  it('rejects with the promotion and the reason, and reserves none of the others', async () => {
    const shop = await openShop()
    const ctx = checkoutCtx(shop)
    const budgets = [{ amount: 150, currency: 'EUR' }]
    const free = await addPromotion(shop.api)
    const limited = await addPromotion(shop.api, { usageLimit: 1 })
    const perCustomer = await addPromotion(shop.api, { usageLimitPerCustomer: 1 })
    const budgeted = await addPromotion(shop.api, { budgets })
    const coded = await addPromotion(shop.api)
    const off = await addPromotion(shop.api, { active: false })
    await addCodes(shop.api, coded.id, { codes: ['ONCE'], usageLimit: 1 })
    await reserve(
      ctx,
      'chk_1',
      useOf(limited.id),
      useOf(perCustomer.id, { customerKey: 'ada' }),
      useOf(budgeted.id, { amount: 149 }),
      useOf(coded.id, { code: 'ONCE' }),
    )
    const reasonOf = (use: NewUse) => outcomeOf(reserve(ctx, 'chk_2', useOf(free.id), use))
    expect(await reasonOf(useOf(limited.id))).toBe('usage_limit')
    expect(await reasonOf(useOf(perCustomer.id, { customerKey: 'ada' }))).toBe('customer_limit')
    expect(await reasonOf(useOf(perCustomer.id))).toBe('customer_limit')
    expect(await reasonOf(useOf(coded.id, { code: 'ONCE' }))).toBe('code_limit')
    expect(await reasonOf(useOf(coded.id, { code: 'NEVER' }))).toBe('inactive')
    expect(await reasonOf(useOf(limited.id, { code: 'ONCE' }))).toBe('inactive')
    expect(await reasonOf(useOf(off.id))).toBe('inactive')
    expect(await reasonOf(useOf('promo_00000000000000000000000000'))).toBe('inactive')
    expect((await getPromotion(shop, free.id)).usageCount).toBe(0)
    // A small remaining budget must not block orders: the use that takes the last of it may exceed it.
    expect(await reasonOf(useOf(budgeted.id, { amount: 50 }))).toBe('reserved')
    expect(await outcomeOf(reserve(ctx, 'chk_5', useOf(budgeted.id, { amount: 1 })))).toBe('budget')
    expect(await outcomeOf(reserve(ctx, 'chk_3', useOf(perCustomer.id, { customerKey: 'bob' })))).toBe('reserved')
    await expect(reserve(ctx, 'chk_4', useOf(limited.id))).rejects.toMatchObject({
      code: 'promotion_exhausted',
      status: 422,
      message: expect.stringContaining(limited.title),
      details: [
        {
          path: `/promotions/${limited.id}`,
          message: `"${limited.title}" has reached its usage limit.`,
          promotionId: limited.id,
          reason: 'usage_limit',
        },
      ],
    })
    expect(await findUsageDrift(shop)).toEqual([])
  })

  it('is isolated by environment', async () => {
    const shop = await openShop()
    const { id } = await addPromotion(shop.api)
    const other = checkoutCtx(await openShop(shop.server))
    expect(await outcomeOf(reserve(other, 'chk_1', useOf(id)))).toBe('inactive')
    await reserve(checkoutCtx(shop), 'chk_1', useOf(id))
    await release(other, 'chk_1')
    expect(await confirmUses(other, 'chk_1')).toBe(0)
    expect((await getPromotion(shop, id)).usageCount).toBe(1)
  })
})

describe('exhausted', () => {
  it('changes with the last use or the end of the budget and back, and reprices carts only then', async () => {
    const shop = await openShop()
    const ctx = checkoutCtx(shop)
    const limited = await addPromotion(shop.api, { usageLimit: 2 })
    const budgeted = await addPromotion(shop.api, { budgets: [{ amount: 200, currency: 'EUR' }] })
    const seen: [boolean, number][] = []
    const start = await pricingVersion(shop)
    for (const { id } of [limited, budgeted]) {
      const steps = [
        () => reserve(ctx, `1 ${id}`, useOf(id)),
        () => reserve(ctx, `2 ${id}`, useOf(id)),
        () => outcomeOf(reserve(ctx, `3 ${id}`, useOf(id))),
        () => confirmUses(ctx, `2 ${id}`),
        () => release(ctx, `1 ${id}`),
        () => release(ctx, `2 ${id}`),
      ]
      for (const step of steps) {
        await step()
        seen.push([(await getPromotion(shop, id)).exhausted, (await pricingVersion(shop)) - start])
      }
    }
    const once = (before: number): [boolean, number][] => [
      [false, before],
      [true, before + 1],
      [true, before + 1],
      [true, before + 1],
      [false, before + 2],
      [false, before + 2],
    ]
    expect(seen).toEqual([...once(0), ...once(2)])
  })

  it('follows a limit set below the current uses, and keeps reservations', async () => {
    const shop = await openShop()
    const ctx = checkoutCtx(shop)
    const { id } = await addPromotion(shop.api)
    for (const holder of ['a', 'b']) await reserve(ctx, holder, useOf(id))
    expect((await shop.api.patch(`/v1/promotions/${id}`, { usageLimit: 1 })).body.exhausted).toBe(true)
    expect(await outcomeOf(reserve(ctx, 'a', useOf(id)))).toBe('reserved')
    expect(await outcomeOf(reserve(ctx, 'c', useOf(id)))).toBe('usage_limit')
    expect((await shop.api.patch(`/v1/promotions/${id}`, { usageLimit: 3 })).body.exhausted).toBe(false)
  })
})

describe('expired reservations', () => {
  it('are released by the job, but not uses or unexpired reservations', async () => {
    const shop = await openShop()
    const ctx = checkoutCtx(shop)
    const { id } = await addPromotion(shop.api, { usageLimit: 3 })
    const until = (holder: string, expiresAt: Date) =>
      transaction(ctx, (ctx) => reserveUses(ctx, holder, [useOf(id)], expiresAt))
    const past = new Date(Date.now() - 1000)
    const [expired, ordered, good] = [newId('ord'), newId('ord'), newId('ord')]
    await until(expired, past)
    await until(ordered, past)
    await until(good, SOON)
    await confirmUses(ctx, ordered)
    expect((await getPromotion(shop, id)).exhausted).toBe(true)
    await releaseExpiredUses.run({ ...shop.server.system, now: new Date() })
    await releaseExpiredUses.run({ ...shop.server.system, now: new Date() })
    expect(await getPromotion(shop, id)).toMatchObject({ usageCount: 2, exhausted: false })
    const { data } = (await shop.api.get(`/v1/promotions/${id}/uses`)).body
    const statuses = data.map(({ orderId, status }: { orderId: string; status: string }) => [orderId, status])
    expect(Object.fromEntries(statuses)).toEqual({ [expired]: 'released', [ordered]: 'used', [good]: 'reserved' })
    expect(await confirmUses(ctx, expired)).toBe(0)
    expect(await findUsageDrift(shop)).toEqual([])
  })
})

describe('statements', () => {
  it('takes two to reserve and to release and one to confirm, for any number of promotions, plus one when exhausted', async () => {
    const shop = await openShop()
    const promotions = await Promise.all(Array.from({ length: 10 }, () => addPromotion(shop.api)))
    const uses = promotions.map(({ id }) => useOf(id))
    const ofAll: Record<string, number> = {}
    const measure = (name: string, work: (ctx: Ctx) => Promise<unknown>) =>
      transaction(checkoutCtx(shop), async (ctx) => {
        const counter = countQueries(ctx)
        await work(counter.ctx)
        ofAll[name] = counter.count()
      })
    await measure('one', (ctx) => reserveUses(ctx, 'one', uses.slice(0, 1), SOON))
    await measure('reserve', (ctx) => reserveUses(ctx, 'many', uses, SOON))
    await measure('again', (ctx) => reserveUses(ctx, 'many', uses.slice(5), SOON))
    await measure('count', (ctx) => confirmUses(ctx, 'many'))
    await measure('release', (ctx) => releaseUses(ctx, 'many'))
    await measure('nothing', (ctx) => reserveUses(ctx, 'nobody', [], SOON))
    const last = await addPromotion(shop.api, { usageLimit: 1 })
    await measure('last', (ctx) => reserveUses(ctx, 'last', [useOf(last.id), ...uses], SOON))
    expect(ofAll).toEqual({ one: 2, reserve: 2, again: 2, count: 1, release: 2, nothing: 1, last: 3 })
  })
})
