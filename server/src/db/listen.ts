import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { withTimeout } from '../kit/with-timeout.ts'

const RETRY_MS = 250
const HEARTBEAT_MS = 2000
const QUERY_TIMEOUT_MS = 3000
const CONNECT_TIMEOUT_MS = 5000

export interface Listener {
  stop(): Promise<void>
}

interface Handlers {
  onMessage: (payload: string) => void
  /** The connection is lost: no notifications arrive from now on. */
  onDisconnect?: () => void
  /** The connection is back: notifications sent in between are lost. */
  onReconnect: () => void
}

/** Receives what other transactions and nodes send with `pg_notify`, as soon as they commit. */
export async function listen(connection: pg.ClientConfig, channel: string, handlers: Handlers): Promise<Listener> {
  let stopped = false
  let client = await connect()

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      ...connection,
      // So that an operator finds it in pg_stat_activity, whatever its last statement was.
      application_name: `storedesk ${channel}`,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    })
    fresh.on('error', () => {})
    fresh.on('notification', ({ payload }) => handlers.onMessage(payload ?? ''))
    await fresh.connect()
    try {
      await withTimeout(fresh.query(`listen ${pg.escapeIdentifier(channel)}`), QUERY_TIMEOUT_MS)
    } catch (error) {
      fresh.connection.stream.destroy()
      throw error
    }
    fresh.once('end', () => {
      if (stopped) return
      handlers.onDisconnect?.()
      void reconnect()
    })
    return fresh
  }

  async function reconnect(): Promise<void> {
    while (!stopped) {
      try {
        client = await connect()
        if (stopped) return await client.end()
        return handlers.onReconnect()
      } catch {
        await sleep(RETRY_MS, undefined, { ref: false })
      }
    }
  }

  // A connection may be dead without an error. Then it is closed here and reopened.
  const heartbeat = setInterval(() => {
    const current = client
    withTimeout(current.query('select 1'), QUERY_TIMEOUT_MS).catch(() => current.connection.stream.destroy())
  }, HEARTBEAT_MS)
  heartbeat.unref()

  return {
    async stop() {
      stopped = true
      clearInterval(heartbeat)
      await client.end()
    },
  }
}
