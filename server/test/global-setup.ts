import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../src/db/embedded/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { TEMPLATE } from './database.ts'

/** One PostgreSQL for the whole run. It keeps nothing safe: a test database is worth nothing after the test. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = join(tmpdir(), `storedesk-test-${randomUUID()}`)
  const { connection, stop } = await startEmbedded({ dataDir, say: () => {}, durable: false })
  const admin = new pg.Client(connection)
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  await migrate({ ...connection, database: TEMPLATE })
  project.provide('postgres', connection)
  return async () => {
    await stop()
    await rm(dataDir, { recursive: true })
  }
}
