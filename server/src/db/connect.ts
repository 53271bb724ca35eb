import type pg from 'pg'
import { startEmbedded } from './embedded.ts'
import { reachDatabase } from './reach.ts'

export interface Connection {
  connection: pg.ClientConfig
  /** True when somebody else opened it: an embedded database that is in use, or one elsewhere. */
  shared: boolean
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
    const connection = { connectionString: databaseUrl }
    await reachDatabase(connection)
    return { connection, shared: true, close: async () => {} }
  }
  const { connection, takenOver, stop } = await startEmbedded({ dataDir, say })
  return { connection, shared: takenOver, close: stop }
}
