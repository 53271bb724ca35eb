import type { Readable } from 'node:stream'
import { PassThrough } from 'node:stream'
import pg from 'pg'
import type { SocketConnection } from './probe.ts'

/**
 * What pg_basebackup asks for, which the embedded packages do not include: all files of the cluster while it is in use,
 * as one tar archive with the write-ahead log that makes them consistent as of the end of the backup. PostgreSQL
 * verifies the checksum of every page that it reads.
 */
export function streamBaseBackup(connection: SocketConnection): Readable {
  const archive = new PassThrough()
  receive(connection, archive).then(
    () => archive.end(),
    (error: Error) => archive.destroy(error),
  )
  return archive
}

async function receive(connection: SocketConnection, archive: PassThrough): Promise<void> {
  const options = { ...connection, ssl: false, replication: 'true', application_name: 'storedesk-backup' }
  const client = new pg.Client(options)
  // A lost connection also fails the query.
  client.on('error', () => {})
  await client.connect()
  try {
    // Until the connection ends, no checkpoint removes log that the archive needs.
    const slot = `storedesk_backup_${process.pid}_${Date.now()}`
    await client.query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY PHYSICAL (RESERVE_WAL)`)
    await runBaseBackup(client, archive)
  } finally {
    await client.end()
  }
}

const BASE_BACKUP = `BASE_BACKUP (LABEL 'storedesk', CHECKPOINT 'fast', WAL true, MANIFEST 'no')`

interface CopyData {
  chunk: Buffer
}

interface PausableConnection {
  stream: { pause(): void; resume(): void }
}

function runBaseBackup(client: pg.Client, archive: PassThrough): Promise<void> {
  return new Promise((resolve, reject) => {
    const query = new pg.Query(BASE_BACKUP, (error) => (error ? reject(error) : resolve()))
    // The reader gave up, for example because its disk is full.
    archive.once('close', () => reject(new Error('the backup was not read to its end')))
    let isPaused = false
    const handleCopyData = ({ chunk }: CopyData, { stream }: PausableConnection) => {
      // The first byte is the kind of message. Others than `d` (data) announce the one archive.
      if (chunk[0] !== DATA || archive.destroyed) return
      // Copied, because the parser reuses its buffer.
      if (archive.write(Buffer.from(chunk.subarray(1))) || isPaused) return
      // What the parser has already read still arrives.
      isPaused = true
      stream.pause()
      archive.once('drain', () => {
        isPaused = false
        stream.resume()
      })
    }
    client.query(Object.assign(query, { handleCopyData }))
  })
}

const DATA = 'd'.charCodeAt(0)
