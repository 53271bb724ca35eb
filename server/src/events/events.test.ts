import { describe, expect, it, vi } from 'vitest'
import { finishJobs } from '../../test/finish-jobs.ts'
import { openServer } from '../../test/open-server.ts'
import { openIsolatedShop, openShop } from '../../test/open-shop.ts'
import { type Ctx, transaction } from '../ctx.ts'
import { emit, emitAll } from './emit.ts'
import { defineBatchSubscriber, defineSubscriber } from './subscriber.ts'

function openWithSubscriber(run: (name: string) => void) {
  const recorder = defineSubscriber({
    name: 'test',
    on: ['workspace.updated'],
    run: async (_ctx, event) => run(event.data.name),
  })
  return openServer({ extra: { subscribers: [recorder] } })
}

describe('emit', () => {
  it('delivers the event to its subscribers after the change, in the same environment', async () => {
    const received: string[] = []
    const shop = await openShop(await openWithSubscriber((name) => received.push(name)))
    await shop.server.startWorker()
    await shop.api.patch('/v1/workspace', { name: 'New name' })
    await vi.waitFor(() => expect(received).toEqual(['New name']), { timeout: 120_000 })
    const { rows } = await shop.server.db.pool.query('select position::int from events')
    expect(rows).toEqual([{ position: 1 }])
  })

  it('delivers the event again to a subscriber that failed', async () => {
    let attempts = 0
    const shop = await openShop(
      await openWithSubscriber(() => {
        attempts += 1
        if (attempts === 1) throw new Error('try me again')
      }),
    )
    await shop.server.startWorker()
    await shop.api.patch('/v1/workspace', { name: 'New name' })
    await vi.waitFor(() => expect(attempts).toBe(2), { timeout: 120_000 })
  })

  it('delivers the event to the others when one fails, and retries only that one', async () => {
    const runs: string[] = []
    const subscribe = (name: string, run: () => void) =>
      defineSubscriber({ name, on: ['workspace.updated'], run: async () => run() })
    const failsOnce = subscribe('fails-once', () => {
      runs.push('fails once')
      if (runs.filter((run) => run === 'fails once').length === 1) throw new Error('try me again')
    })
    const works = subscribe('works', () => runs.push('works'))
    const shop = await openShop(await openServer({ extra: { subscribers: [failsOnce, works] } }))
    await shop.server.startWorker()
    await shop.api.patch('/v1/workspace', { name: 'New name' })
    await vi.waitFor(() => expect(runs).toEqual(['fails once', 'works', 'fails once']), { timeout: 120_000 })
    await finishJobs(shop.server)
    expect(runs).toHaveLength(3)
  })

  it('delivers all events of a change at once to a subscriber that asks for it, and each again when it fails', async () => {
    const received: string[][] = []
    const batch = defineBatchSubscriber({
      name: 'batch',
      on: ['workspace.updated'],
      runAll: async (_ctx, events) => {
        received.push(events.map(({ data }) => data.name))
        if (received.length === 1) throw new Error('try me again')
      },
    })
    const shop = await openShop(await openServer({ extra: { subscribers: [batch] } }))
    const ctx: Ctx = { ...shop.server.system, ...shop.live, caller: { kind: 'system' } }
    const other = { currency: 'EUR', timeZone: 'UTC' }
    await emitAll(ctx, [
      { type: 'workspace.updated', data: { name: 'One', ...other } },
      { type: 'theme.updated', data: { version: 1 } },
      { type: 'workspace.updated', data: { name: 'Two', ...other } },
    ])
    await shop.server.startWorker({ concurrency: 1 })
    await vi.waitFor(() => expect(received.flat()).toHaveLength(4), { timeout: 120_000 })
    expect(received).toEqual([['One', 'Two'], ['One'], ['Two']])
  })

  it('delivers many events of one transaction in batches, each event once and in order', async () => {
    const received: string[] = []
    const shop = await openShop(await openWithSubscriber((name) => received.push(name)))
    const ctx: Ctx = { ...shop.server.system, ...shop.live, caller: { kind: 'system' } }
    const names = Array.from({ length: 45 }, (_, n) => `Name ${n}`)
    const data = { currency: 'EUR', timeZone: 'UTC' }
    await emitAll(
      ctx,
      names.map((name) => ({ type: 'workspace.updated', data: { name, ...data } })),
    )
    const { rows } = await shop.server.db.pool.query(
      "select payload from graphile_worker._private_jobs where payload ->> 'eventIds' is not null",
    )
    expect(rows.map(({ payload }) => payload.eventIds.length).toSorted()).toEqual([20, 20, 5])
    await shop.server.startWorker({ concurrency: 1 })
    await finishJobs(shop.server)
    expect(received).toEqual(names)
  })

  it('writes no event when its transaction fails', async () => {
    const shop = await openIsolatedShop()
    const ctx: Ctx = { ...shop.server.system, ...shop.live, caller: { kind: 'system' } }
    await expect(
      transaction(ctx, async (ctx) => {
        await emit(ctx, 'workspace.updated', { name: 'never', currency: 'EUR', timeZone: 'UTC' })
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow()
    expect((await shop.api.get('/v1/events')).body.data).toEqual([])
  })
})
