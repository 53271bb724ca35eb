import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Db } from '../../db/database.ts'
import { type Listener, listen } from '../../db/listen.ts'
import { findRevoked } from './queries.ts'

/** Ends what a revoked key still has open here, whichever node it was revoked on. New requests are refused without this. */
export function endStreamsOfRevokedKeys(app: FastifyInstance, db: Db, connection: pg.ClientConfig): Promise<Listener> {
  const end = (isRevoked: (keyId: string) => boolean) => {
    for (const stream of app.openStreams) if (stream.keyId && isRevoked(stream.keyId)) stream.end()
  }
  return listen(connection, 'key_revoked', {
    onMessage: (keyId) => end((candidate) => candidate === keyId),
    onReconnect: () => {
      const open = [...app.openStreams].flatMap(({ keyId }) => keyId ?? [])
      findRevoked(db, open).then(
        (revoked) => end((keyId) => revoked.some(({ id }) => id === keyId)),
        // The database is away again; the next reconnection asks anew.
        () => {},
      )
    },
  })
}
