import type { Ctx } from '../../ctx.ts'
import type { Job } from '../../jobs/job.ts'
import * as queries from './queries.ts'

type ProcessJob = Pick<Job, 'name' | 'maxAttempts'>

interface Waiting {
  row: queries.NewEmailRow
  resolve: (isNew: boolean) => void
  reject: (error: unknown) => void
}

interface Queue {
  waiting: Waiting[]
  flushes: number
}

const MAX_BATCH = 50
const MAX_FLUSHES = 2
/** Larger ones are stored alone: in a batch, bytes are sent as text. */
const MAX_BATCHED_BYTES = 256 * 1024

const newQueues = () => new Map<string, Queue>()

/**
 * Stores an email with its job. Those that arrive while others are being written share one transaction: each commit with
 * a job waits for all others, and that was most of the time. Returns false if it is stored already.
 */
export async function storeEmail(ctx: Ctx, row: queries.NewEmailRow, job: ProcessJob): Promise<boolean> {
  if (ctx.db.isTransaction || row.content.length > MAX_BATCHED_BYTES) return storeOne(ctx, row, job)
  const queues = ctx.perServer(newQueues)
  const queue = queues.get(ctx.environmentId) ?? { waiting: [], flushes: 0 }
  queues.set(ctx.environmentId, queue)
  const stored = new Promise<boolean>((resolve, reject) => void queue.waiting.push({ row, resolve, reject }))
  if (queue.flushes < MAX_FLUSHES) void flush(ctx, queue, job)
  return stored
}

const storeOne = async (ctx: Ctx, row: queries.NewEmailRow, job: ProcessJob): Promise<boolean> =>
  (await queries.insertEmail(ctx, row, job)) !== undefined

async function flush(ctx: Ctx, queue: Queue, job: ProcessJob): Promise<void> {
  queue.flushes++
  for (let batch = queue.waiting.splice(0, MAX_BATCH); batch.length > 0; batch = queue.waiting.splice(0, MAX_BATCH)) {
    try {
      const rows = batch.map(({ row }) => row)
      const stored = new Set((await queries.insertEmails(ctx, rows, job)).map(({ id }) => id))
      for (const { row, resolve } of batch) resolve(stored.has(row.id))
    } catch {
      // One of them may be the reason: the others must not fail with it.
      await Promise.all(batch.map(({ row, resolve, reject }) => storeOne(ctx, row, job).then(resolve, reject)))
    }
  }
  queue.flushes--
}
