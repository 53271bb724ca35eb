import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string; database: string }
  }
}

export const TEMPLATE = 'storedesk_template'

/** A database of its own for a test file: a copy of the migrated template, which takes some 50 ms. */
export async function copyTemplate(): Promise<pg.ClientConfig> {
  const server = inject('postgres')
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client(server)
  await client.connect()
  await client.query(`create database ${database} template ${TEMPLATE}`)
  await client.end()
  return { ...server, database }
}
