import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/database.ts'
import type { Directory } from '../../http/attribution.ts'
import { findEnvironmentById } from '../workspaces/workspaces.ts'
import { findKeyIdentity } from './keys.ts'
import { rememberUses } from './last-used.ts'

/** Who is who, for attribution: keys and environments as the database has them at this moment, and a note of each use. */
export function openDirectory(app: FastifyInstance, db: Db, clock: () => Date): Directory {
  const uses = rememberUses(db, app.log)
  app.addHook('onClose', uses.stop)
  return {
    findKey: (hash) => findKeyIdentity(db, hash),
    findEnvironment: (id) => findEnvironmentById(db, id),
    onKeyUsed({ caller, mode }, { ip, headers }) {
      const browserOrigin = mode === 'live' ? (headers.origin ?? null) : null
      uses.note({ keyId: caller.keyId, at: clock(), ip, browserOrigin })
    },
  }
}
