import { mkdir, readdir, readFile, rm, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import {
  connect,
  freshFolder,
  kill,
  postmasterOf,
  query,
  signalPostmaster,
  startInChildProcess,
  startSleeper,
  startTestEmbedded,
  usedFolder,
} from '../../../test/embedded-folders.ts'
import { startEmbedded } from './embedded.ts'
import { supervise } from './supervise.ts'

describe('startEmbedded', () => {
  it('creates a database on the first start and finds its data on the second', async () => {
    const dataDir = join(await freshFolder(), 'deep', 'data')
    const printed: string[] = []
    const first = await startTestEmbedded(dataDir, printed)
    await query(first.connection.host, 'create table kept as select 1 as n')
    expect(first.isTakenOver).toBe(false)
    expect(await query(first.connection.host, `select lower('ÄŁ'), to_tsvector('simple', '«Äpfel»')::text`)).toEqual([
      ['äł', "'äpfel':1"],
    ])
    expect(await query(first.connection.host, 'show listen_addresses')).toEqual([['']])
    expect((await stat(join(dataDir, 'run'))).mode & 0o777).toBe(0o700)
    await Promise.all([first.stop(), first.stop()])
    await first.stop()
    await expect(query(first.connection.host, 'select 1')).rejects.toThrow()

    const second = await startTestEmbedded(dataDir, printed)
    expect(await query(second.connection.host, 'select n from kept')).toEqual([[1]])
    expect(printed).toEqual(['Creating the database…'])
    await second.stop()
  })

  it('adopts the orphan of a killed server', async () => {
    const dataDir = await usedFolder()
    const { child, outcome } = startInChildProcess(dataDir)
    expect(await outcome).toBe('started')
    await query(join(dataDir, 'run'), 'create table kept as select 1 as n')
    await kill(child)

    const next = await startTestEmbedded(dataDir)
    expect(next.isTakenOver).toBe(true)
    expect(await query(next.connection.host, 'select n from kept')).toEqual([[1]])
    await next.stop()
    expect(await postmasterOf(dataDir)).toBeUndefined()
  })

  it('recovers when both server and database were killed', async () => {
    const dataDir = await usedFolder()
    const crashed = await startEmbedded({ dataDir, print: () => {} })
    await query(crashed.connection.host, 'create table kept as select 1 as n')
    // A backend in the middle of its work outlives its postmaster for a moment.
    const working = async () => {
      for (;;) await query(crashed.connection.host, 'select count(*) from generate_series(1, 1500000)')
    }
    working().catch(() => {})
    const active = "select from pg_stat_activity where state = 'active' and pid <> pg_backend_pid()"
    await expect.poll(() => query(crashed.connection.host, active), { interval: 5 }).toHaveLength(1)
    await signalPostmaster(dataDir, 'SIGKILL')

    const next = await startEmbedded({ dataDir, print: () => {} })
    expect(next.isTakenOver).toBe(false)
    expect(await query(next.connection.host, 'select n from kept')).toEqual([[1]])
  })

  it('ignores lock files that name the process of another program', async () => {
    const dataDir = await usedFolder()
    const first = await startTestEmbedded(dataDir)
    const lock = join(dataDir, 'pg18', 'postmaster.pid')
    const socketLock = join(dataDir, 'run', '.s.PGSQL.5432.lock')
    const [lockText, socketLockText] = [await readFile(lock, 'utf8'), await readFile(socketLock, 'utf8')]
    await first.stop()
    // Same user as PostgreSQL, or PostgreSQL itself would know that it is not a postmaster.
    const { uid, gid } = await stat(join(dataDir, 'pg18'))
    const other = startSleeper({ uid, gid })
    await writeFile(lock, lockText.replace(/^\d+/, String(other.pid)))
    await writeFile(socketLock, socketLockText.replace(/^\d+/, String(other.pid)))

    const second = await startTestEmbedded(dataDir)
    expect(second.isTakenOver).toBe(false)
    await second.stop()
    await writeFile(socketLock, socketLockText.replace(/^\d+/, String(other.pid)))
    await writeFile(lock, '')
    await utimes(lock, 0, 0)
    await (await startTestEmbedded(dataDir)).stop()
    expect(other.exitCode ?? other.signalCode).toBe(null)
  })

  it('starts over after a first start that was killed halfway', async () => {
    const dataDir = await freshFolder()
    const { child } = startInChildProcess(dataDir)
    const hasWritten = async () =>
      (await readdir(dataDir, { recursive: true })).some((path) => /^pg18(\.new-\w+)?\//.test(path))
    await expect.poll(hasWritten, { interval: 5 }).toBe(true)
    await kill(child)
    await mkdir(join(dataDir, 'pg18.new-older', 'base'), { recursive: true })

    const next = await startTestEmbedded(dataDir)
    expect((await readdir(dataDir)).sort()).toEqual(['pg18', 'postgres.log', 'run'])
    expect(await query(next.connection.host, 'select 1')).toEqual([[1]])
  })

  it('restarts an orphan with other settings, but not while a server uses it', async () => {
    const dataDir = await usedFolder()
    const first = await startTestEmbedded(dataDir)
    const client = await connect(first.connection.host)
    await expect(startEmbedded({ dataDir, print: () => {} })).rejects.toThrow(
      /other settings is running on .*pg18\. Stop it/,
    )
    await client.end()

    const next = await startEmbedded({ dataDir, print: () => {} })
    expect(next.isTakenOver).toBe(false)
    expect(await query(next.connection.host, 'show fsync')).toEqual([['on']])
  })

  it('lets concurrent starts share one postmaster', async () => {
    const dataDir = await usedFolder()
    const all = await Promise.all([startTestEmbedded(dataDir), startTestEmbedded(dataDir), startTestEmbedded(dataDir)])
    expect(all.filter(({ isTakenOver: takenOver }) => !takenOver)).toHaveLength(1)
  })

  it('waits for an orphan that is shutting down', async () => {
    const dataDir = await usedFolder()
    await startTestEmbedded(dataDir)
    await signalPostmaster(dataDir, 'SIGINT')
    const next = await startTestEmbedded(dataDir)
    expect(await query(next.connection.host, 'select 1')).toEqual([[1]])
  })

  it('handles a path full of special characters', async () => {
    const postgres = await startTestEmbedded(join(await freshFolder(), `a "b", 'c' $d ü`))
    expect(await query(postgres.connection.host, 'select 1')).toEqual([[1]])
  })

  it('moves the socket when the path is too long, but not into a folder that someone else left there', async () => {
    const dataDir = await usedFolder('x'.repeat(120))
    const postgres = await startTestEmbedded(dataDir)
    const socketFolder = postgres.connection.host
    try {
      expect(socketFolder).toMatch(/\/storedesk-[0-9a-f]{16}$/)
      expect((await stat(socketFolder)).mode & 0o777).toBe(0o700)
      expect(await query(socketFolder, 'show data_directory')).toEqual([[join(dataDir, 'pg18')]])
      await postgres.stop()
      await rm(socketFolder, { recursive: true })
      await symlink('/tmp', socketFolder)
      await expect(startTestEmbedded(dataDir)).rejects.toThrow(/storedesk-\w+ is not a folder of user .*\. Remove it/)
    } finally {
      await rm(socketFolder, { recursive: true })
    }
  })

  it('truncates a log that has grown too long', async () => {
    const dataDir = await usedFolder()
    await writeFile(join(dataDir, 'postgres.log'), 'old\n')
    await truncate(join(dataDir, 'postgres.log'), 11 * 1024 * 1024)
    await startTestEmbedded(dataDir)
    expect((await stat(join(dataDir, 'postgres.log'))).size).toBeLessThan(10_000)
  })
})

describe('supervise', () => {
  const silent = { warn: () => {}, error: () => {} }

  it('11: restarts PostgreSQL after a kill, with everything that was committed', async () => {
    const database = await startEmbedded({ dataDir: await usedFolder(), print: () => {} })
    const { host } = database.connection
    const onFailure = vi.fn()
    const state = database.supervise({ log: silent, onFailure })
    await query(host, 'create table kept as select 1 as n')
    for (let round = 0; round < 2; round++) {
      const killed = await postmasterOf(dirname(host))
      await signalPostmaster(dirname(host), 'SIGKILL')
      await expect.poll(() => postmasterOf(dirname(host))).toSatisfy((pid) => pid !== undefined && pid !== killed)
      await expect.poll(() => state()).toBe('running')
      expect(await query(host, 'select n from kept')).toEqual([[1]])
    }
    await database.stop()
    expect(await postmasterOf(dirname(host))).toBeUndefined()
    expect(onFailure).not.toHaveBeenCalled()
  })

  it('11: gives up when it cannot be restarted, and says why', async () => {
    const dataDir = await usedFolder()
    const database = await startEmbedded({ dataDir, print: () => {} })
    const failure = new Promise<Error>((resolve) => {
      const state = database.supervise({ log: silent, onFailure: resolve, maxFailures: 2, firstPauseMs: 10 })
      expect(state()).toBe('running')
    })
    await rm(join(dataDir, 'pg18', 'global', 'pg_control'))
    await signalPostmaster(dataDir, 'SIGKILL')
    expect((await failure).message).toMatch(/PostgreSQL did not start \(.*pg_control/)
    expect(database.supervise({ log: silent, onFailure: () => {} })()).toBe('failed')
    await database.stop()
  })

  it('11: gives up when it keeps exiting soon after it starts', async () => {
    let starts = 0
    const postmaster = { pid: 1, dataDir: tmpdir(), isAlive: async () => false, launch: async () => ++starts }
    const failure = await new Promise<Error>((onFailure) => {
      supervise(postmaster, { log: silent, onFailure, maxFailures: 3, firstPauseMs: 1 })
    })
    expect([failure.message, starts]).toEqual([expect.stringContaining('soon after it starts'), 3])
  })

  it('11: does not restart it once it is stopped', async () => {
    const dataDir = await usedFolder()
    const database = await startEmbedded({ dataDir, print: () => {} })
    database.supervise({ log: silent, onFailure: () => {} })
    await signalPostmaster(dataDir, 'SIGKILL')
    await database.stop()
    expect(await postmasterOf(dataDir)).toBeUndefined()
  })
})
