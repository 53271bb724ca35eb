import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/database.ts'
import type { Directory } from '../../http/attribution.ts'
import { inTime } from '../../kit/in-time.ts'
import { findEnvironmentById } from '../workspaces/workspaces.ts'
import { findKeyIdentity } from './keys.ts'
import { rememberEnvironments } from './known-environments.ts'
import { rememberKeys, type Trust } from './known-keys.ts'
import { rememberUses } from './last-used.ts'

/** Who has asked waits no longer to hear who they are. */
const TIMEOUT_MS = 5000

interface Options {
  db: Db
  log: FastifyBaseLogger
  clock: () => Date
  /** How far what is remembered of a key may be believed, at this moment. */
  trust: () => Trust
}

export interface KeyDirectory extends Directory {
  /** Whatever is remembered of a key that somebody revokes or has revoked. */
  forgetKey(keyId: string): void
  /** Before a key is revoked, so that the revocation records when it was last used. */
  flushUse(keyId: string): Promise<void>
  stop(): Promise<void>
}

/** Who is who, for attribution, and a note of each use. */
export function openDirectory({ db, log, clock, trust }: Options): KeyDirectory {
  const uses = rememberUses(db, log)
  const known = rememberKeys({ ask: (value) => inTime(findKeyIdentity(db, value), TIMEOUT_MS), trust })
  const environments = rememberEnvironments((id) => inTime(findEnvironmentById(db, id), TIMEOUT_MS))
  return {
    findKey: known.find,
    stillStands: known.askAgain,
    revocations: known.revocations,
    forgetKey(keyId) {
      known.forget(keyId)
      // Another server has revoked it, or a request came in between: its use is recorded now, not in ten seconds.
      void uses.flushKey(keyId)
    },
    flushUse: uses.flushKey,
    findEnvironment: environments.find,
    onKeyUsed({ caller, mode }, { ip, headers }) {
      const browserOrigin = mode === 'live' ? (headers.origin ?? null) : null
      uses.note({ keyId: caller.keyId, at: clock(), ip, browserOrigin })
    },
    stop: uses.stop,
  }
}
