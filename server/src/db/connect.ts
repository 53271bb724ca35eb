import type pg from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'
import { type EmbeddedPostgres, startEmbedded } from './embedded/embedded.ts'
import { reachDatabase } from './reach.ts'

export interface Connection {
  connection: pg.ClientConfig
  /** True when somebody else opened it: an embedded database that is in use, or one elsewhere. */
  shared: boolean
  /** Only of the embedded one: starts it again whenever it dies. */
  supervise?: EmbeddedPostgres['supervise']
  close(): Promise<void>
}

interface Options {
  databaseUrl: string | undefined
  dataDir: string
  say: (line: string) => void
}

/** The database of DATABASE_URL, or the embedded one. */
export async function connectDatabase({ databaseUrl, dataDir, say }: Options): Promise<Connection> {
  if (databaseUrl) {
    const connection = parseIntoClientConfig(databaseUrl)
    await reachDatabase(connection)
    return { connection, shared: true, close: async () => {} }
  }
  const { connection, takenOver, supervise, stop } = await startEmbedded({ dataDir, say })
  // A PGSSLMODE in the environment is meant for other databases; a socket needs none.
  return { connection: { ...connection, ssl: false }, shared: takenOver, supervise, close: stop }
}
