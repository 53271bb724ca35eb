import { Type } from 'typebox'
import { expect, it, vi } from 'vitest'
import type { Ctx } from '../../src/ctx.ts'
import { listDeadLetters } from '../../src/jobs/dead-letters.ts'
import { defineJob, enqueue } from '../../src/jobs/job.ts'
import { toDatabaseUrl } from '../database.ts'
import { openServer } from '../open-server.ts'
import { openShop } from '../open-shop.ts'
import { runProgram } from '../process.ts'

it('npm run jobs lists dead letters and retries them', async () => {
  let broken = true
  const job = defineJob({
    name: 'test.broken',
    payload: Type.Object({}),
    maxAttempts: 1,
    run: async () => {
      if (broken) throw new Error('the carrier does not answer')
    },
  })
  const shop = await openShop(await openServer({ extra: { jobs: [job] } }))
  const ctx: Ctx = { ...shop.server.system, ...shop.live, caller: { kind: 'system' } }
  const DATABASE_URL = toDatabaseUrl(shop.server.connection)
  const command = async (...words: string[]) => {
    const program = runProgram('src/jobs-command.ts', { DATABASE_URL }, words)
    return { code: await program.exit(), output: program.output() }
  }

  expect(await command()).toEqual({ code: 0, output: 'No failed jobs.\n' })
  await enqueue(ctx, job, {})
  await shop.server.startWorker()
  await vi.waitFor(async () => expect(await listDeadLetters(ctx)).toHaveLength(1), { timeout: 120_000 })
  expect((await command()).output).toMatch(
    /^\d+ {2}test\.broken {2}1 attempt since .*\n {4}the carrier does not answer\n$/,
  )

  broken = false
  expect(await command('retry', 'all')).toEqual({ code: 0, output: '1 job will be retried.\n' })
  await vi.waitFor(async () => expect(await listDeadLetters(ctx)).toEqual([]), { timeout: 120_000 })
  expect((await command('repeat')).code).toBe(1)
})
