import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { networkOf } from '../../kit/client-network.ts'
import { lazy } from '../../kit/lazy.ts'
import type { TrustProxy } from './client-address.ts'

/** For the database, emails and everything else the process opens. */
const RESERVED_DESCRIPTORS = 256
/** Each takes some 20 kB, even when idle. */
const MAX_CONNECTIONS = 16_384
const LOG_INTERVAL_MS = 60_000
/** How long a rejected connection stays open, unread. */
const HOLD_MS = 5000
const CLOSED_PER_TURN = 50

/** From the operating system's limit. There are two listeners, and each request may have a file open. */
export function maxConnectionsFor(descriptors: number): number {
  return Math.max(32, Math.min(MAX_CONNECTIONS, Math.floor((descriptors - RESERVED_DESCRIPTORS) / 4)))
}

/** How many files and sockets this process may have open. The report takes 10 ms, and the limit does not change. */
export const descriptorLimit = lazy(readDescriptorLimit)

function readDescriptorLimit(): number {
  const { report } = process
  // Network interfaces take long to list, and are not needed here.
  Object.assign(report, { excludeNetwork: true })
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } }
  const soft = Number(userLimits?.open_files?.soft)
  return Number.isFinite(soft) ? soft : MAX_CONNECTIONS * 4
}

interface Options {
  log: FastifyBaseLogger
  maxConnections: number
  /** Per client. A trusted proxy represents many clients, so it may use all. */
  maxPerClient: number
  trustProxy: TrustProxy | undefined
  isBlocked: (ip: string) => boolean
  /** Called when a client exceeds its connections. */
  onTooMany: (ip: string) => void
}

export interface ConnectionLimits {
  /** Closes all connections of one client. */
  closeClient(network: string): void
}

/**
 * Limits connections in total and per client: file descriptors are scarce, and a client that holds them all stops the
 * server.
 */
export function limitConnections(server: Server, options: Options): ConnectionLimits {
  const { log, maxConnections, trustProxy, isBlocked, onTooMany } = options
  const maxPerClient = Math.min(options.maxPerClient, Math.ceil(maxConnections / 2))
  const maxHeld = Math.ceil(maxConnections / 4)
  const byClient = new Map<string, Set<Socket>>()
  let loggedMs = Number.NEGATIVE_INFINITY
  const warn = (fields: object, message: string) => {
    if (performance.now() - loggedMs < LOG_INTERVAL_MS) return
    loggedMs = performance.now()
    log.warn(fields, message)
  }

  server.maxConnections = maxConnections
  server.on('drop', () =>
    warn({ maxConnections }, 'refusing connections: too many are open; raise the open file limit (ulimit -n)'),
  )
  // Replaces all connection listeners, also Node's own parser: a rejected connection must cost as little as possible.
  const listeners = server.listeners('connection') as ((socket: Socket) => void)[]
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    if (accept(socket)) for (const listener of listeners) listener.call(server, socket)
    else hold(socket)
  })

  let heldCount = 0
  /** Closed at once, a client that connects in a loop would reconnect at once: it waits, while there are few. */
  function hold(socket: Socket): void {
    if (heldCount >= maxHeld || socket.destroyed) return void socket.destroy()
    heldCount += 1
    socket.pause()
    const end = setTimeout(() => socket.destroy(), HOLD_MS).unref()
    socket.on('error', () => {})
    socket.once('close', () => {
      heldCount -= 1
      clearTimeout(end)
    })
  }

  function accept(socket: Socket): boolean {
    const ip = socket.remoteAddress
    // The socket is already closed.
    if (ip === undefined || isBlocked(ip)) return false
    if (trustProxy?.(ip, 0)) return true
    const client = networkOf(ip)
    const sockets = byClient.get(client) ?? new Set()
    if (sockets.size >= maxPerClient) {
      warn(
        { client, maxPerClient },
        'refusing connections: one client has too many open; proxies in TRUSTED_PROXIES may open more',
      )
      onTooMany(ip)
      return false
    }
    sockets.add(socket)
    byClient.set(client, sockets)
    socket.once('close', () => {
      sockets.delete(socket)
      if (sockets.size === 0) byClient.delete(client)
    })
    return true
  }
  return { closeClient: (network) => closeInTurns([...(byClient.get(network) ?? [])]) }
}

/** Closing thousands of connections at once would keep everyone else waiting. */
function closeInTurns(sockets: Socket[]): void {
  for (const socket of sockets.splice(-CLOSED_PER_TURN)) socket.destroy()
  if (sockets.length > 0) setImmediate(closeInTurns, sockets)
}
