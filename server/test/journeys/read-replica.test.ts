import type pg from 'pg'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import { openReplica } from '../../src/db/replica.ts'
import { sql } from '../../src/db/sql.ts'
import { copyTemplate } from '../database.ts'
import { openDatabaseProxy } from '../database-proxy.ts'
import { connect, query } from '../embedded-folders.ts'
import { fastClock } from '../fast-clock.ts'
import { openServer } from '../open-server.ts'
import { openShop } from '../open-shop.ts'
import { openReplicatedDatabase, type ReplicatedDatabase } from '../standby.ts'

let database: ReplicatedDatabase

beforeAll(async () => {
  database = await openReplicatedDatabase()
})
afterAll(() => database.close())

/** A shop on a server that reads from the standby, or from a proxy of it. */
async function openReplicatedShop(options: { connection?: pg.ClientConfig; maxAgeMs?: number } = {}) {
  const primary = openDatabase({ connection: database.primary })
  let isInUse = false
  const replica = await openReplica({
    connection: database.standby,
    primary,
    primaryConnection: database.primary,
    ...options,
    onChange: (next) => {
      isInUse = next
    },
  })
  onTestFinished(async () => {
    await Promise.all([replica.close(), primary.close()])
  })
  const server = await openServer({ connection: database.primary, replica: replica.db, limitClock: fastClock() })
  const shop = await openShop(server)
  const untilInUse = (expected: boolean) => expect.poll(() => isInUse).toBe(expected)
  await untilInUse(true)

  let count = 0
  return {
    shop,
    replica,
    untilInUse,
    /** Returns the path of a search that finds it. */
    async createCustomer() {
      count += 1
      const address = `ada${count}@example.com`
      const created = await shop.api.post('/v1/customers', { name: 'Ada', emails: [{ address }] })
      expect(created.status).toBe(201)
      return `/v1/search?q=${address}`
    },
    async isFound(search: string): Promise<boolean> {
      const { status, body } = await shop.api.get(search)
      expect(status).toBe(200)
      return body.data.length === 1
    },
  }
}

/** Stays in use however old it is, so a search shows where it was read. */
const PATIENT = { maxAgeMs: 3_600_000 }

describe('with a standby', () => {
  it('searches and reports read from it; writes, and reads that must see them, use the primary', async () => {
    const { shop, createCustomer, isFound } = await openReplicatedShop(PATIENT)
    const listed = async () => (await shop.api.get('/v1/customers')).body.data.length
    const reported = async () => (await shop.api.get('/v1/reports/tickets')).body.totals.created
    await database.pauseReplay()
    onTestFinished(database.resumeReplay)
    const search = await createCustomer()
    const ticket = { subject: 'Late', requester: { name: 'Ada', email: 'ada@example.org' }, message: { text: 'Hello' } }
    expect((await shop.api.post('/v1/tickets', ticket)).status).toBe(201)
    expect([await listed(), await isFound(search), await reported()]).toEqual([2, false, 0])
    await database.resumeReplay()
    await expect.poll(() => isFound(search)).toBe(true)
    await expect.poll(reported).toBe(1)
  })

  it('no read misses what was committed a second before it', async () => {
    const { createCustomer, isFound, untilInUse } = await openReplicatedShop()
    onTestFinished(database.resumeReplay)
    let staleReads = 0
    for (let round = 0; round < 3; round++) {
      await database.pauseReplay()
      const search = await createCustomer()
      const committedMs = performance.now()
      for (let startedMs = committedMs; !(await isFound(search)); startedMs = performance.now()) {
        expect(startedMs - committedMs).toBeLessThan(1000)
        staleReads += 1
      }
      await untilInUse(false)
      await database.resumeReplay()
      await untilInUse(true)
    }
    // Otherwise only the primary has been read.
    expect(staleReads).toBeGreaterThan(0)
  })

  it('no request fails while it stops, is down, and starts again', async () => {
    const { createCustomer, isFound, untilInUse } = await openReplicatedShop(PATIENT)
    const search = await createCustomer()
    await expect.poll(() => isFound(search)).toBe(true)
    let isOver = false
    const requests = (async () => {
      while (!isOver) expect(await isFound(search)).toBe(true)
    })()
    await database.stopStandby()
    await untilInUse(false)
    const later = await createCustomer()
    expect(await isFound(later)).toBe(true)
    await database.startStandby()
    await untilInUse(true)
    isOver = true
    await requests
  })

  it('is not used while it does not answer', async () => {
    const proxy = await openDatabaseProxy(database.standby)
    const { createCustomer, isFound, untilInUse } = await openReplicatedShop({ connection: proxy.connection })
    const search = await createCustomer()
    await expect.poll(() => isFound(search)).toBe(true)
    proxy.hang()
    await untilInUse(false)
    expect(await isFound(await createCustomer())).toBe(true)
  })

  it('a read that the replay cancels is repeated on the primary', async () => {
    const { host } = database.standby
    const setDelay = async (setting: string) => {
      await query(host, `alter system ${setting}`)
      await query(host, 'select pg_reload_conf()')
    }
    await setDelay('set max_standby_streaming_delay = 0')
    onTestFinished(() => setDelay('reset max_standby_streaming_delay'))
    await query(database.primary.host, 'create table deleted_soon as select 1 as n')
    const { replica, untilInUse } = await openReplicatedShop(PATIENT)

    const holder = await connect(host)
    onTestFinished(() => holder.end())
    await holder.query(`select pg_advisory_lock(${LOCK})`)
    const read = replica.db.one(Row, sql`select pg_advisory_xact_lock(${LOCK})::text as locked`)
    await expect.poll(() => query(host, `select from pg_stat_activity where wait_event = 'advisory'`)).toHaveLength(1)
    await query(database.primary.host, 'delete from deleted_soon')
    await query(database.primary.host, 'vacuum deleted_soon')
    expect(await read).toEqual({ locked: '' })
    await untilInUse(true)
  })

  it('a database that replays nothing is not used', async () => {
    const primary = openDatabase({ connection: database.primary })
    const connection = await copyTemplate()
    const reasons: unknown[] = []
    const options = { connection, primary, primaryConnection: database.primary }
    const replica = await openReplica({ ...options, onChange: (_isInUse, reason) => void reasons.push(reason) })
    onTestFinished(async () => void (await Promise.all([replica.close(), primary.close()])))
    expect(reasons).toMatchObject([{ message: 'the replica is not a standby: it replays nothing' }])
    const read = replica.db.one(Folder, sql`select current_setting('data_directory') as folder`)
    expect(await read).toEqual({ folder: (await query(database.primary.host, 'show data_directory'))[0]?.[0] })
  })
})

const LOCK = 4242
const Row = Type.Object({ locked: Type.String() })
const Folder = Type.Object({ folder: Type.String() })
