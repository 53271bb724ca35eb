import type { FastifyBaseLogger } from 'fastify'
import type { Db, Manner } from './db/database.ts'
import type { Mode, Scope } from './kit/api-key.ts'
import { AppError } from './kit/errors.ts'
import type { Once } from './kit/once.ts'
import type { Role } from './kit/roles.ts'
import type { Files } from './ports/files.ts'
import type { Outside } from './ports/outside.ts'

/** What a server is given once and every piece of work knows. */
export interface Surroundings {
  db: Db
  /** Where browsers and customers reach the server; no slash at its end. */
  publicUrl: string
  files: Files
  /** A secret of the installation for one purpose, the same on every server: it signs, hashes or encrypts. */
  secretFor: (purpose: string) => string
  outside: Outside
}

/** Of something that holds more. */
export const surroundingsOf = ({ db, publicUrl, files, secretFor, outside }: Surroundings): Surroundings => ({
  db,
  publicUrl,
  files,
  secretFor,
  outside,
})

/** What work for the whole installation knows, such as a nightly clean-up. */
export interface SystemCtx extends Surroundings {
  now: Date
  log: FastifyBaseLogger
  /** Ends when the caller has gone or the time for the work is up. */
  signal: AbortSignal
}

export interface Environment {
  workspaceId: string
  environmentId: string
  mode: Mode
}

/** A visitor has named a workspace and proven nothing: they see what everybody may see. */
export type Caller =
  | { kind: 'key'; keyId: string; scope: Scope }
  | { kind: 'member'; userId: string; name: string; role: Role }
  | { kind: 'visitor' }
  | { kind: 'system' }

/** How a ledger names who did it. */
export function actorOf(caller: Caller): string {
  if (caller.kind === 'key') return `key:${caller.keyId}`
  return caller.kind === 'member' ? `member:${caller.userId}` : caller.kind
}

/** Whose environment, who asks, which database handle, what time it is: all a function may know of its surroundings. */
export interface Ctx extends SystemCtx, Environment {
  caller: Caller
  /** The database had to be asked who calls: work that has only so many round trips has had one of them. */
  isLookedUp?: boolean
  /** Only on routes that keep their answer with their one write. */
  once?: Once
}

/** Inside, the argument is again called `ctx`: it hides the outer one, so nobody reaches past the transaction by accident. */
export const transaction = <C extends SystemCtx, Result>(
  ctx: C,
  work: (ctx: C) => Promise<Result>,
  manner?: Manner,
): Promise<Result> =>
  ctx.db.transaction(async (db) => {
    const result = await work({ ...ctx, db })
    // The caller was told that it was given up: then it must not be done after all.
    if (ctx.signal.reason instanceof AppError) throw ctx.signal.reason
    return result
  }, manner)
