import type { FastifyBaseLogger } from 'fastify'
import type { Db, TransactionMode } from './db/database.ts'
import type { Mode, Scope } from './kit/api-key.ts'
import { AppError } from './kit/errors.ts'
import type { IdempotentRequest } from './kit/idempotency.ts'
import type { PerServer } from './kit/per-server.ts'
import { isAtLeast, type Role } from './kit/roles.ts'
import type { ExternalServices } from './ports/external-services.ts'
import type { FileStore } from './ports/file-store.ts'

/** Server-wide dependencies, available to all work. */
export interface Dependencies {
  db: Db
  /** Where browsers and customers reach the server; no trailing slash. */
  publicUrl: string
  files: FileStore
  /** Derives a secret of the installation for one purpose, the same on every server: it signs, hashes or encrypts. */
  secretFor: (purpose: string) => string
  external: ExternalServices
  perServer: PerServer
  /** Only with a read replica: `db` of routes that may read what is a second old. */
  replica?: Db | undefined
}

export const pickDependencies = ({
  db,
  publicUrl,
  files,
  secretFor,
  external,
  perServer,
  replica,
}: Dependencies): Dependencies => ({
  db,
  publicUrl,
  files,
  secretFor,
  external,
  perServer,
  replica,
})

/** Context of work for the whole installation, such as a nightly clean-up. */
export interface SystemCtx extends Dependencies {
  now: Date
  log: FastifyBaseLogger
  /** Aborts when the caller disconnects or the work times out. */
  signal: AbortSignal
}

export interface Environment {
  workspaceId: string
  environmentId: string
  mode: Mode
}

/** A visitor has named a workspace and proven nothing: they see only public data. */
export type Caller =
  | { kind: 'key'; keyId: string; scope: Scope }
  | { kind: 'member'; userId: string; name: string; role: Role }
  | { kind: 'visitor' }
  | { kind: 'system' }

/** The actor as ledgers store it. */
export function actorOf(caller: Caller): string {
  if (caller.kind === 'key') return `key:${caller.keyId}`
  return caller.kind === 'member' ? `member:${caller.userId}` : caller.kind
}

/**
 * An admin, a full key, or a job that finishes what one of these started. They may create value, and see what proves
 * something to others, such as the URLs that providers call.
 */
export function hasAdminRights(caller: Caller): boolean {
  if (caller.kind === 'key') return caller.scope === 'full'
  return caller.kind === 'system' || (caller.kind === 'member' && isAtLeast(caller.role, 'admin'))
}

/** The customer a request acts for: they signed in, or the shop vouches for them. */
export interface SignedInCustomer {
  id: `cus_${string}`
  /** Their primary email. */
  email: string | null
}

/** Environment, caller, database handle and clock: all a function may know of its surroundings. */
export interface Ctx extends SystemCtx, Environment {
  caller: Caller
  /** From `X-Customer-Token`. The caller is whoever sent it: a visitor, or a key of the shop. */
  customer?: SignedInCustomer
  /** Authentication queried the database: work with a budget of round trips has used one of them. */
  wasCallerQueried?: boolean
  /** Only on routes that store their response with their single write. */
  idempotency?: IdempotentRequest
}

/** What `work` reads at the same time travels in one round trip; see `Db.together`. */
export const together = <C extends SystemCtx, Result>(ctx: C, work: (ctx: C) => Promise<Result>): Promise<Result> =>
  ctx.db.together((db) => work({ ...ctx, db }))

/**
 * Inside, the argument is again called `ctx`: it shadows the outer one, so nobody bypasses the transaction by accident.
 */
export const transaction = <C extends SystemCtx, Result>(
  ctx: C,
  work: (ctx: C) => Promise<Result>,
  mode?: TransactionMode,
): Promise<Result> =>
  ctx.db.transaction(async (db) => {
    const result = await work({ ...ctx, db })
    // The caller already got an error response, so the work must not be committed.
    if (ctx.signal.reason instanceof AppError) throw ctx.signal.reason
    return result
  }, mode)
