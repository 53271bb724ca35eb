import type { FastifyBaseLogger } from 'fastify'
import type { Db, TransactionMode } from './db/database.ts'
import type { Mode, Scope } from './kit/api-key.ts'
import { AppError } from './kit/errors.ts'
import type { IdempotentRequest } from './kit/idempotency.ts'
import type { Role } from './kit/roles.ts'
import type { ExternalServices } from './ports/external-services.ts'
import type { FileStore } from './ports/file-store.ts'

/** What a server is given once and every piece of work knows. */
export interface Dependencies {
  db: Db
  /** Where browsers and customers reach the server; no slash at its end. */
  publicUrl: string
  files: FileStore
  /** A secret of the installation for one purpose, the same on every server: it signs, hashes or encrypts. */
  secretFor: (purpose: string) => string
  external: ExternalServices
}

/** Of something that holds more. */
export const pickDependencies = ({ db, publicUrl, files, secretFor, external }: Dependencies): Dependencies => ({
  db,
  publicUrl,
  files,
  secretFor,
  external,
})

/** What work for the whole installation knows, such as a nightly clean-up. */
export interface SystemCtx extends Dependencies {
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
  wasCallerQueried?: boolean
  /** Only on routes that keep their answer with their one write. */
  idempotency?: IdempotentRequest
}

/** Inside, the argument is again called `ctx`: it hides the outer one, so nobody reaches past the transaction by accident. */
export const transaction = <C extends SystemCtx, Result>(
  ctx: C,
  work: (ctx: C) => Promise<Result>,
  mode?: TransactionMode,
): Promise<Result> =>
  ctx.db.transaction(async (db) => {
    const result = await work({ ...ctx, db })
    // The caller was told that it was given up: then it must not be done after all.
    if (ctx.signal.reason instanceof AppError) throw ctx.signal.reason
    return result
  }, mode)
