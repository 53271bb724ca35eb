import { Type } from 'typebox'
import { describe, expect, it, vi } from 'vitest'
import { openServer } from '../../test/open-server.ts'
import { openShop } from '../../test/open-shop.ts'
import { type Ctx, transaction } from '../ctx.ts'
import { sql } from '../db/sql.ts'
import { listDeadLetters, retryDeadLetters } from './dead-letters.ts'
import { defineJob, enqueue, type Job } from './job.ts'

const Note = Type.Object({ text: Type.String() })

function collectingJob(run?: (text: string) => void | Promise<void>, maxAttempts = 25) {
  const seen: { text: string; environmentId: string; mode: string }[] = []
  const job = defineJob({
    name: 'test.collect',
    payload: Note,
    maxAttempts,
    run: async (ctx, { text }) => {
      seen.push({ text, environmentId: ctx.environmentId, mode: ctx.mode })
      await run?.(text)
    },
  })
  return { job, seen }
}

async function openWith(job: Job) {
  const shop = await openShop(await openServer({ extra: { jobs: [job] } }))
  const ctx: Ctx = { ...shop.server.system, ...shop.test, caller: { kind: 'system' } }
  return { shop, ctx }
}

describe('a job', () => {
  it('runs in the environment that enqueued it', async () => {
    const { job, seen } = collectingJob()
    const { shop, ctx } = await openWith(job)
    await enqueue(ctx, job, { text: 'hello' })
    await shop.server.startWorker()
    await vi.waitFor(
      () => expect(seen).toEqual([{ text: 'hello', environmentId: shop.test.environmentId, mode: 'test' }]),
      { timeout: 120_000 },
    )
  })

  it('does not exist when its transaction fails', async () => {
    const { job, seen } = collectingJob()
    const { shop, ctx } = await openWith(job)
    await expect(
      transaction(ctx, async (ctx) => {
        await enqueue(ctx, job, { text: 'never' })
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    await enqueue(ctx, job, { text: 'after' })
    await shop.server.startWorker()
    await vi.waitFor(() => expect(seen.map(({ text }) => text)).toEqual(['after']), { timeout: 120_000 })
  })

  it('that waits is taken only after a transaction that enqueued it again', async () => {
    const { job, seen } = collectingJob()
    const { shop, ctx } = await openWith(job)
    // Makes the task known: until then every job takes the slow path.
    await enqueue(ctx, job, { text: 'first' })
    await enqueue(ctx, job, { text: 'same' }, { key: 'k' })
    const { promise: committed, resolve: commit } = Promise.withResolvers<void>()
    const { promise: enqueued, resolve: onEnqueued } = Promise.withResolvers<void>()
    const again = transaction(ctx, async (ctx) => {
      // On a busy machine the worker may need longer than a request may pause.
      await ctx.db.run(sql`set local idle_in_transaction_session_timeout = 0`)
      await enqueue(ctx, job, { text: 'same' }, { key: 'k' })
      // The job travels with the next statement.
      await ctx.db.run(sql`select 1`)
      onEnqueued()
      await committed
    })
    await enqueued
    await shop.server.startWorker()
    await vi.waitFor(() => expect(seen.map(({ text }) => text)).toEqual(['first']), { timeout: 120_000 })
    // The worker has looked at the queue again since: this one was enqueued later.
    await enqueue(ctx, job, { text: 'later' })
    await vi.waitFor(() => expect(seen.map(({ text }) => text)).toEqual(['first', 'later']), { timeout: 120_000 })
    commit()
    await again
    await vi.waitFor(() => expect(seen.map(({ text }) => text)).toEqual(['first', 'later', 'same']), {
      timeout: 120_000,
    })
  })

  it('is replaced by a later one with the same key while it waits', async () => {
    const { job, seen } = collectingJob()
    const { shop, ctx } = await openWith(job)
    await enqueue(ctx, job, { text: 'first' }, { key: 'k' })
    await enqueue(ctx, job, { text: 'second' }, { key: 'k' })
    await shop.server.startWorker()
    await vi.waitFor(() => expect(seen.map(({ text }) => text)).toEqual(['second']), { timeout: 120_000 })
  })

  it('that is replaced while it runs leaves nothing behind when its worker dies', async () => {
    const { job, seen } = collectingJob()
    const { shop, ctx } = await openWith(job)
    const { pool } = shop.server.db
    await enqueue(ctx, job, { text: 'first' }, { key: 'k' })
    await pool.query(`
      update graphile_worker._private_jobs set locked_by = 'nobody', locked_at = now(), attempts = 1 where key = 'k'`)
    await enqueue(ctx, job, { text: 'second' }, { key: 'k' })
    // It has crashed its worker in every attempt, so a person must see it.
    await enqueue(ctx, job, { text: 'fatal' })
    await pool.query(`
      update graphile_worker._private_jobs set locked_by = 'nobody', locked_at = now(), attempts = max_attempts
      where payload ->> 'text' = 'fatal'`)
    await shop.server.startWorker()
    const listJobs = async () =>
      (await pool.query(`select payload ->> 'text' as text, locked_by from graphile_worker._private_jobs`)).rows
    await expect.poll(listJobs, { timeout: 120_000 }).toEqual([{ text: 'fatal', locked_by: null }])
    expect(seen.map(({ text }) => text)).toEqual(['second'])
  })

  it('is retried with growing delays after a failure', async () => {
    const { job } = collectingJob(() => {
      throw new Error('not today')
    })
    const { shop, ctx } = await openWith(job)
    await enqueue(ctx, job, { text: 'x' })
    await shop.server.startWorker()
    const Waiting = Type.Object({ attempts: Type.Integer(), lastError: Type.String(), delaySeconds: Type.Number() })
    const waiting = () =>
      ctx.db.row(
        Waiting,
        sql`
          select attempts, last_error, extract(epoch from run_at - updated_at)::float8 as delay_seconds
          from graphile_worker.jobs where attempts > 0 and locked_at is null`,
      )
    await expect.poll(waiting).toMatchObject({ lastError: 'not today' })
    const { attempts = 0, delaySeconds } = (await waiting()) ?? {}
    // Since the attempt began.
    expect(delaySeconds).toBeGreaterThan(Math.exp(attempts) - 0.01)
  })

  it('becomes a dead letter after its last attempt, which can be listed and retried', async () => {
    let broken = true
    const { job, seen } = collectingJob(() => {
      if (broken) throw new Error('broken for now')
    }, 1)
    const { shop, ctx } = await openWith(job)
    await enqueue(ctx, job, { text: 'x' })
    await shop.server.startWorker()
    await vi.waitFor(
      async () =>
        expect(await listDeadLetters(ctx)).toMatchObject([
          { job: 'test.collect', attempts: 1, lastError: 'broken for now' },
        ]),
      { timeout: 120_000 },
    )

    broken = false
    const [dead] = await listDeadLetters(ctx)
    expect(await retryDeadLetters(ctx, [dead?.id as number])).toBe(1)
    await vi.waitFor(() => expect(seen).toHaveLength(2), { timeout: 120_000 })
    await vi.waitFor(async () => expect(await listDeadLetters(ctx)).toEqual([]), { timeout: 120_000 })
    expect(await retryDeadLetters(ctx, [dead?.id as number])).toBe(0)
  })

  it('fails with an error when its payload is invalid', async () => {
    const { job, seen } = collectingJob(undefined, 1)
    const { shop, ctx } = await openWith(job)
    await enqueue(ctx, job, { txt: 'x' } as unknown as { text: string })
    await shop.server.startWorker()
    await expect.poll(async () => (await listDeadLetters(ctx))[0]?.lastError).toContain('invalid payload')
    expect(seen).toEqual([])
  })
})

describe('stopping', () => {
  it('leaves no completed job locked', async () => {
    const { job, seen } = collectingJob()
    const { shop, ctx } = await openWith(job)
    for (let n = 0; n < 30; n++) await enqueue(ctx, job, { text: String(n) })
    const worker = await shop.server.startWorker()
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(3), { timeout: 120_000 })
    await worker.stop()
    const Row = Type.Object({ locked: Type.Integer(), waiting: Type.Integer() })
    const left = await ctx.db.one(
      Row,
      sql`select count(*) filter (where locked_at is not null) as locked, count(*) as waiting from graphile_worker.jobs`,
    )
    expect(left).toEqual({ locked: 0, waiting: 30 - seen.length })
  })

  it('does not wait forever for a job that does not end', async () => {
    const { job, seen } = collectingJob(() => new Promise(() => {}))
    const { shop, ctx } = await openWith(job)
    const worker = await shop.server.startWorker({ shutdownMs: 300 })
    await enqueue(ctx, job, { text: 'endless' })
    await vi.waitFor(() => expect(seen).toHaveLength(1), { timeout: 120_000 })
    await worker.stop()
    expect(shop.server.logged.join('')).toContain('did not finish in time')
  })

  it('waits for running jobs', async () => {
    let done = false
    const { job, seen } = collectingJob(async () => {
      await new Promise((resolve) => setTimeout(resolve, 400))
      done = true
    })
    const { shop, ctx } = await openWith(job)
    const worker = await shop.server.startWorker({ shutdownMs: 120_000 })
    await enqueue(ctx, job, { text: 'slow' })
    await vi.waitFor(() => expect(seen).toHaveLength(1), { timeout: 120_000 })
    await worker.stop()
    expect(done).toBe(true)
  })
})
