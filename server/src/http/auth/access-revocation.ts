import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { SystemCtx } from '../../ctx.ts'
import { type Listener, listen } from '../../db/listen.ts'
import { sql } from '../../db/sql.ts'

/** Notifies every node, on commit, that a key or a person has lost access. */
export const notifyAccessRevoked = (ctx: SystemCtx, id: string) =>
  ctx.db.run(sql`select pg_notify('access_revoked', ${id})`)

/**
 * Closes the streams of a revoked key, or of a person who was signed out or has lost a role, whichever node did it. New
 * requests are rejected without this; those who still have access open a new stream.
 */
export function closeStreamsOnRevocation(
  app: FastifyInstance,
  connection: pg.ClientConfig,
  onRevoked: (id: string) => void,
): Promise<Listener> {
  const closeStreams = (matches: (ownerId: string) => boolean) => {
    for (const stream of app.openStreams) if (stream.ownerId && matches(stream.ownerId)) stream.end()
  }
  return listen(connection, 'access_revoked', {
    onMessage: (id) => {
      onRevoked(id)
      recordRevocation(app.accessRevocations, id)
      closeStreams((ownerId) => ownerId === id)
    },
    // Notifications may have been lost: every client has to authenticate again.
    onReconnect: () => closeStreams(() => true),
  })
}

/** Longer than any request takes from its first byte to its stream. */
const RETENTION_MS = 60_000

function recordRevocation(revocations: Map<string, number>, id: string): void {
  const nowMs = performance.now()
  for (const [other, revokedMs] of revocations) if (nowMs - revokedMs > RETENTION_MS) revocations.delete(other)
  revocations.set(id, nowMs)
}
