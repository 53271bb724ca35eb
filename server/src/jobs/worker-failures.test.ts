import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { copyTemplate } from '../../test/database.ts'
import { openDatabaseProxy } from '../../test/database-proxy.ts'
import { openServer } from '../../test/open-server.ts'
import { openShop } from '../../test/open-shop.ts'
import type { Ctx } from '../ctx.ts'
import { defineJob, enqueue } from './job.ts'

/** A worker whose database connection can be cut, and jobs that end when the test decides. */
async function openFaulty({ stallMs, freezesAt }: { stallMs: number; freezesAt?: string }) {
  const direct = await copyTemplate()
  const proxy = await openDatabaseProxy(direct)
  if (freezesAt) proxy.freezeResponsesAt(freezesAt)
  const started: string[] = []
  const done: string[] = []
  const gates = new Map<string, () => void>()
  const job = defineJob({
    name: 'test.faulty',
    payload: Type.Object({ name: Type.String(), waits: Type.Boolean() }),
    run: async (_ctx, { name, waits }) => {
      started.push(name)
      if (waits) await new Promise<void>((resolve) => gates.set(name, resolve))
      done.push(name)
    },
  })
  const shop = await openShop(await openServer({ connection: direct, extra: { jobs: [job] } }))
  const ctx: Ctx = { ...shop.server.system, ...shop.test, caller: { kind: 'system' } }
  const worker = await shop.server.startWorker({ connection: proxy.connection, stallMs })
  const add = (name: string, waits = false) => enqueue(ctx, job, { name, waits })
  return { proxy, worker, started, done, add, gates, logged: shop.server.logged }
}

describe('a worker during a database outage', () => {
  it('10: runs jobs again afterwards, although several ended during the outage and could not be recorded', async () => {
    // Only the outage ends the runner: a busy machine must not make it look stalled.
    const { proxy, worker, started, done, add, gates, logged } = await openFaulty({ stallMs: 120_000 })
    for (const name of ['a', 'b', 'c', 'd']) await add(name, true)
    await expect.poll(() => started.length).toBe(4)
    proxy.close()
    const failures = () => logged.filter((line) => line.includes('Failed to complete jobs')).length
    for (const [at, name] of ['a', 'b', 'c', 'd'].entries()) {
      gates.get(name)?.()
      await expect.poll(failures).toBe(at + 1)
    }
    gates.clear()

    proxy.open()
    await add('afterwards')
    await expect.poll(() => done).toContain('afterwards')
    await expect.poll(() => worker.isRunning()).toBe(true)
    // Unrecorded jobs run again: at least once.
    await expect.poll(() => started.toSorted()).toEqual([...'aa', 'afterwards', ...'bbccdd'])
    for (const open of gates.values()) open()
  })

  it('10: replaces a runner whose connections hang', async () => {
    const { proxy, worker, done, add } = await openFaulty({ stallMs: 1000 })
    await add('before')
    await expect.poll(() => done).toContain('before')
    proxy.freeze()
    await add('afterwards')
    await expect.poll(() => done).toContain('afterwards')
    await expect.poll(() => worker.isRunning()).toBe(true)
  })

  it('10: runs a job that was assigned to it while no response could arrive', async () => {
    const { proxy, done, add } = await openFaulty({ stallMs: 1000 })
    await add('before')
    await expect.poll(() => done).toContain('before')
    proxy.freezeResponses()
    await add('assigned')
    await expect.poll(() => done).toContain('assigned')
  })

  it('10: survives an outage that began before it could listen for jobs', async () => {
    // An unhandled rejection fails the whole run.
    const { add, done } = await openFaulty({ stallMs: 1000, freezesAt: 'LISTEN "jobs:insert"' })
    await add('afterwards')
    await expect.poll(() => done).toContain('afterwards')
  })
})
