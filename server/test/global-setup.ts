import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../src/db/embedded/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { fingerprintTemplate, type TemplateNode } from './database-fingerprint.ts'

/** One PostgreSQL for the whole run, without durability: test databases are disposable. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = join(tmpdir(), `storedesk-test-${randomUUID()}`)
  const { connection, stop } = await startEmbedded({ dataDir, print: () => {}, durable: false })
  const scratch = await mkdtemp(join(tmpdir(), 'storedesk-scratch-'))
  await chmod(scratch, 0o755)
  const tearDown = async () => {
    await stop()
    for (const folder of [dataDir, scratch]) await rm(folder, { recursive: true })
  }
  try {
    project.provide('template', await makeTemplate(connection))
    project.provide('postgres', connection)
    project.provide('scratch', scratch)
    return tearDown
  } catch (error) {
    await tearDown()
    throw error
  }
}

async function makeTemplate(
  connection: Awaited<ReturnType<typeof startEmbedded>>['connection'],
): Promise<{ name: string; nodes: TemplateNode[] }> {
  const name = 'storedesk_template'
  const admin = new pg.Client(connection)
  await admin.connect()
  // With a hundred databases autovacuum would start on another one every half second.
  await admin.query('alter system set autovacuum = off')
  await admin.query('select pg_reload_conf()')
  await admin.query(`create database ${name}`)
  await admin.end()
  await migrate({ ...connection, database: name })
  const template = new pg.Client({ ...connection, database: name })
  await template.connect()
  const fingerprint = await fingerprintTemplate(template)
  await template.end()
  return { name, nodes: [{ host: connection.host, port: connection.port, ...fingerprint }] }
}
