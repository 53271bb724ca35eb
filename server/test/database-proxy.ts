import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { onTestFinished } from 'vitest'

const PORT = 5432
const SOCKET = `.s.PGSQL.${PORT}`

/** A cluster has no sockets in a folder. */
const connect = ({ host = '', port = PORT }: pg.ClientConfig): Socket =>
  host.startsWith('/') ? createConnection(join(host, SOCKET)) : createConnection(port, host)

/** A connection to the database that can fail without affecting the database, which other tests share. */
export async function openDatabaseProxy(connection: pg.ClientConfig) {
  const folder = mkdtempSync(join(tmpdir(), 'storedesk-proxy-'))
  const pairs = new Set<[Socket, Socket]>()
  const frozen = new Set<[Socket, Socket]>()
  let isOpen = true
  let isHung = false
  let freezesAt: string | undefined
  const server = createServer((client) => {
    if (!isOpen) return void client.destroy()
    const database = connect(connection)
    const pair: [Socket, Socket] = [client, database]
    pairs.add(pair)
    for (const [from, to] of [pair, [database, client] as const]) {
      from
        .on('error', () => {})
        .on('close', () => {
          pairs.delete(pair)
          if (!frozen.has(pair)) to.destroy()
        })
      from.on('data', (chunk) => {
        to.write(chunk)
        if (!freezesAt || from !== client || !chunk.includes(freezesAt)) return
        freezesAt = undefined
        freezeResponses()
      })
    }
    if (isHung) freezeSockets(pair, pair)
  })
  await new Promise<void>((resolve) => server.listen(join(folder, SOCKET), resolve))
  const cut = () => {
    for (const [client] of pairs) client.destroy()
  }
  const freezeSockets = (pair: [Socket, Socket], sockets: Socket[]) => {
    frozen.add(pair)
    for (const socket of sockets) socket.removeAllListeners('data').pause()
  }
  const freezeResponses = () => {
    for (const pair of pairs) freezeSockets(pair, [pair[1]])
  }
  onTestFinished(async () => {
    cut()
    for (const sockets of frozen) for (const socket of sockets) socket.destroy()
    server.close()
    await rm(folder, { recursive: true })
  })
  return {
    connection: { ...connection, host: folder, port: PORT },
    /** Ends every connection and rejects new ones. */
    close() {
      isOpen = false
      cut()
    },
    open() {
      isOpen = true
    },
    /** Simulates a network loss: no data passes, and neither side notices. New connections work. */
    freeze() {
      for (const pair of pairs) freezeSockets(pair, pair)
    },
    /** The same, and new connections get no response either. */
    hang() {
      isHung = true
      for (const pair of pairs) freezeSockets(pair, pair)
    },
    /** Like `freeze`, but requests still arrive: only their responses are lost. */
    freezeResponses,
    /** The same, as soon as a request contains this text. */
    freezeResponsesAt(text: string) {
      freezesAt = text
    },
  }
}
