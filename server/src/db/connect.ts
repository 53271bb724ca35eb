import pg from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'
import { StartError } from '../kit/start-error.ts'
import { type EmbeddedPostgres, startEmbedded } from './embedded/embedded.ts'

export interface DatabaseConnection {
  connection: pg.ClientConfig
  /** True when another process opened it: an embedded database in use, or an external one. */
  shared: boolean
  /** Embedded database only: restarts it whenever it dies. */
  supervise?: EmbeddedPostgres['supervise']
  close(): Promise<void>
}

interface ConnectOptions {
  databaseUrl: string | undefined
  dataDir: string
  print: (line: string) => void
}

/** Connects to the database of DATABASE_URL, or starts the embedded one. */
export async function connectDatabase({ databaseUrl, dataDir, print }: ConnectOptions): Promise<DatabaseConnection> {
  if (databaseUrl) {
    const connection = parseIntoClientConfig(databaseUrl)
    await assertDatabaseReachable(connection)
    return { connection, shared: true, close: async () => {} }
  }
  const { connection, isTakenOver, supervise, stop } = await startEmbedded({ dataDir, print })
  // A PGSSLMODE in the environment targets other databases; a socket needs none.
  return { connection: { ...connection, ssl: false }, shared: isTakenOver, supervise, close: stop }
}

/** A database that starts together with the server, or a busy machine, takes its time. */
const CONNECT_TIMEOUT_MS = 30_000
const MIN_VERSION = 15

/** Explains in one sentence what is wrong with DATABASE_URL, without repeating its password. */
export async function assertDatabaseReachable(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ number: string }>("select current_setting('server_version_num') as number")
    const major = Math.floor(Number(rows[0]?.number) / 10_000)
    if (major < MIN_VERSION)
      throw new StartError(`DATABASE_URL is PostgreSQL ${major}, but Storedesk requires ${MIN_VERSION} or later.`)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `Cannot reach the database at DATABASE_URL: ${describeConnectionError(error as NodeJS.ErrnoException)}.`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}

function describeConnectionError(error: NodeJS.ErrnoException): string {
  if (error.code === 'ECONNREFUSED') return 'nothing is listening at that host and port'
  if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN') return 'no such host'
  if (error.code === '28P01' || error.code === '28000') return 'the user name or password is wrong'
  if (error.code === '3D000') return 'no database has that name'
  return error.message || error.code || 'unknown reason'
}
