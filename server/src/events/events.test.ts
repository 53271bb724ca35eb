import { describe, expect, it, vi } from 'vitest'
import { openServer } from '../../test/open-server.ts'
import { openIsolatedShop, openShop } from '../../test/open-shop.ts'
import { type Ctx, transaction } from '../ctx.ts'
import { emit } from './emit.ts'
import { defineSubscriber } from './subscriber.ts'

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
