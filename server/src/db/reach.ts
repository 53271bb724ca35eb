import pg from 'pg'
import { StartError } from '../kit/start-error.ts'

const OLDEST_VERSION = 15

/** Tells an operator in one sentence what is wrong with DATABASE_URL, without repeating the password in it. */
export async function reachDatabase(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ number: string }>("select current_setting('server_version_num') as number")
    const major = Math.floor(Number(rows[0]?.number) / 10_000)
    if (major < OLDEST_VERSION)
      throw new StartError(`DATABASE_URL is PostgreSQL ${major}, but ${OLDEST_VERSION} or later is needed.`)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `The database of DATABASE_URL can not be reached: ${reasonOf(error as NodeJS.ErrnoException)}.`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}

function reasonOf(error: NodeJS.ErrnoException): string {
  if (error.code === 'ECONNREFUSED') return 'nothing listens at that host and port'
  if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN') return 'there is no such host'
  if (error.code === '28P01' || error.code === '28000') return 'the user or the password is wrong'
  if (error.code === '3D000') return 'there is no database of that name'
  return error.message || error.code || 'unknown reason'
}
