import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

export interface SocketConnection {
  host: string
  port: number
  user: string
  database: string
}

export const socketConnection = (socketFolder: string): SocketConnection => ({
  host: socketFolder,
  port: 5432,
  user: 'storedesk',
  database: 'storedesk',
})

/**
 * `busy`: a server that reports that it is starting, recovering or shutting down. `silent`: one that does not respond.
 */
type ProbeResult = 'ready' | 'busy' | 'silent'

/** Waits until the server accepts connections, its process ends, or the timeout expires. */
export async function waitUntilReady(options: {
  socketFolder: string
  hasEnded: () => boolean | Promise<boolean>
  timeoutMs: Record<'busy' | 'silent', number>
  print: (line: string) => void
}): Promise<ProbeResult | 'ended'> {
  const startedAtMs = Date.now()
  let hasPrinted = false
  while (true) {
    const result = await probe(options.socketFolder)
    if (result === 'ready') return result
    if (await options.hasEnded()) return 'ended'
    const waitedMs = Date.now() - startedAtMs
    if (waitedMs > options.timeoutMs[result]) return result
    if (waitedMs > 2_000 && !hasPrinted) {
      hasPrinted = true
      options.print('Waiting for PostgreSQL, which may be recovering from a crash…')
    }
    // PostgreSQL logs each connection that comes too early.
    await sleep(waitedMs < 2_000 ? 25 : 250)
  }
}

async function probe(socketFolder: string): Promise<ProbeResult> {
  try {
    return await withClient<ProbeResult>(socketFolder, async () => 'ready')
  } catch (error) {
    const code = (error as { code?: string }).code ?? ''
    // PostgreSQL's own codes begin with a digit here: 57P03 is "cannot connect now", its siblings end a connection at
    // shutdown.
    if (code.startsWith('57P')) return 'busy'
    if (/^\d/.test(code)) throw error
    return 'silent'
  }
}

/** Version and data directory of the PostgreSQL that responds there. */
export async function identifyServer(socketFolder: string): Promise<{ version: string; cluster: string }> {
  return withClient(socketFolder, async (client) => {
    const { rows } = await client.query(
      `select current_setting('server_version') as version, current_setting('data_directory') as cluster`,
    )
    return rows[0]
  })
}

/**
 * Whether another client uses this server. A killed client's last statement may still be running, so it gets a moment
 * to end.
 */
export async function isInUse(socketFolder: string): Promise<boolean> {
  return withClient(socketFolder, async (client) => {
    for (let attempt = 0; attempt < 20; attempt++) {
      const { rows } = await client.query(
        `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      )
      if (rows.length === 0) return false
      await sleep(100)
    }
    return true
  })
}

async function withClient<T>(socketFolder: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ ...socketConnection(socketFolder), ssl: false, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
