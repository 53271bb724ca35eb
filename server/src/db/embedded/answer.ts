import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

export interface Connection {
  host: string
  port: number
  user: string
  database: string
}

export const connectionAt = (socketFolder: string): Connection => ({
  host: socketFolder,
  port: 5432,
  user: 'storedesk',
  database: 'storedesk',
})

/** `busy` is a server that says that it is starting, recovering or shutting down; `silent` one that says nothing. */
type Answer = 'ready' | 'busy' | 'silent'

/** Waits for a server that accepts connections, or for the end of its process, or of our patience. */
export async function untilReady(options: {
  socketFolder: string
  hasEnded: () => boolean | Promise<boolean>
  patienceMs: Record<'busy' | 'silent', number>
  say: (line: string) => void
}): Promise<Answer | 'ended'> {
  const begun = Date.now()
  let said = false
  while (true) {
    const answer = await ask(options.socketFolder)
    if (answer === 'ready') return answer
    if (await options.hasEnded()) return 'ended'
    const waitedMs = Date.now() - begun
    if (waitedMs > options.patienceMs[answer]) return answer
    if (waitedMs > 2_000 && !said) {
      said = true
      options.say('Waiting for PostgreSQL, which may be recovering from a crash…')
    }
    // PostgreSQL logs each connection that comes too early.
    await sleep(waitedMs < 2_000 ? 25 : 250)
  }
}

async function ask(socketFolder: string): Promise<Answer> {
  try {
    return await withClient<Answer>(socketFolder, async () => 'ready')
  } catch (error) {
    const code = (error as { code?: string }).code ?? ''
    // PostgreSQL's own codes begin with a digit here: 57P03 is "cannot connect now", its siblings end a connection at shutdown.
    if (code.startsWith('57P')) return 'busy'
    if (/^\d/.test(code)) throw error
    return 'silent'
  }
}

/** Which PostgreSQL answers there, and whose data it serves. */
export async function identify(socketFolder: string): Promise<{ version: string; cluster: string }> {
  return withClient(socketFolder, async (client) => {
    const { rows } = await client.query(
      `select current_setting('server_version') as version, current_setting('data_directory') as cluster`,
    )
    return rows[0]
  })
}

/** Whether somebody else uses this server. What a killed client asked last may still be running, so it gets a moment to end. */
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
  const client = new Client({ ...connectionAt(socketFolder), ssl: false, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
