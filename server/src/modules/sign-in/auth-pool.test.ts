import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { copyTemplate } from '../../../test/database.ts'
import { openAuthPool } from './auth-pool.ts'

const apiError = (statusCode: number) => Object.assign(new Error(`status ${statusCode}`), { statusCode })

it("reports a failed call's own database error, and keeps a rejection", async () => {
  const { pool, withDatabaseErrors: explain } = openAuthPool(await copyTemplate(), pino({ level: 'silent' }))
  onTestFinished(() => pool.end())
  const failing = Promise.withResolvers<void>()
  /** Like better-auth: the cause is lost. */
  const fail = (statusCode: number) =>
    explain(async () => {
      const client = await pool.connect()
      await client.query('select 1 / 0').catch(() => {})
      client.release()
      failing.resolve()
      throw apiError(statusCode)
    })
  const other = explain(async () => {
    await failing.promise
    throw apiError(500)
  })
  const messages = await Promise.all(
    [fail(500), fail(422), other].map((call) => call.catch((error: Error) => error.message)),
  )
  expect(messages).toEqual(['division by zero', 'status 422', 'status 500'])
})
