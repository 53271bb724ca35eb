import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../server/src/db/embedded/embedded.ts'
import { migrate } from '../server/src/db/migrate.ts'

/** Runs `work` on a migrated, temporary database. */
export async function withDatabase<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const dataDir = join(tmpdir(), `storedesk-check-${randomUUID()}`)
  const { connection, stop } = await startEmbedded({ dataDir, print: () => {}, durable: false })
  const client = new pg.Client(connection)
  try {
    await migrate(connection)
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
    await stop()
    await rm(dataDir, { recursive: true })
  }
}
