import { createHash } from 'node:crypto'
import type { Ctx } from '../../../ctx.ts'
import { AppError } from '../../../kit/errors.ts'
import type { ShopResource } from '../../../ports/shop-lines.ts'
import type { FieldChange } from '../schemas.ts'
import type { ShopObject } from './group-lines.ts'

/** What happened to an object, or would in a dry run. `pending`: the export was incomplete, so it must be read again. */
export interface ObjectOutcome {
  externalId: string
  outcome: 'created' | 'updated' | 'unchanged' | 'deleted' | 'failed' | 'pending'
  localId?: string | null
  title?: string | null
  changes?: FieldChange[]
  error?: string
  /** It is here, but not as it is in the shop. */
  warning?: string
}

export interface ApplyOptions {
  dryRun: boolean
  /** The shop's: its prices have no other. */
  currency: string
  /** Names the run in ledgers. */
  reference: string
}

/** Our own numbers for orders whose number is taken here, by the shop's ID. */
export type ClaimedNumbers = Map<string, number>

/** How the objects of a resource become ours. `apply` runs inside a transaction, `claimNumbers` before it. */
export interface Applier<R extends ShopResource> {
  claimNumbers?: (ctx: Ctx, objects: ShopObject<R>[]) => Promise<ClaimedNumbers>
  apply: (
    ctx: Ctx,
    objects: ShopObject<R>[],
    options: ApplyOptions,
    claimed?: ClaimedNumbers,
  ) => Promise<ObjectOutcome[]>
}

/** Raise it when the mapping changes: every object is then compared again. */
const MAPPING_VERSION = 2

export const hashContent = (content: unknown): string =>
  createHash('sha256')
    .update(`${MAPPING_VERSION}\n${JSON.stringify(content, sortFields)}`)
    .digest('base64url')
    .slice(0, 22)

/** An object that is read alone has its fields in another order than in an export. */
const sortFields = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** A webhook was faster than the export: what we have is newer than what it says. */
export const isOlder = (updatedAt: string, known: { sourceUpdatedAt: string | null } | undefined): boolean =>
  Boolean(known?.sourceUpdatedAt && Date.parse(updatedAt) < Date.parse(known.sourceUpdatedAt))

const MAX_ERROR = 500

/** For people: the first errors, each with its field. */
export function describeError(error: AppError): string {
  const details = (error.details ?? []).slice(0, 3).map(({ path, message }) => `${path} ${message}`)
  return [error.message, ...details].join(' ').slice(0, MAX_ERROR)
}

/** The same without the values of a person, such as the email that another customer has. */
export function describePersonalError(error: AppError): string {
  const details = (error.details ?? []).slice(0, 3).map(({ path, message }) => `${path} ${message}`)
  const text = details.length > 0 ? details.join('; ') : `Rejected with the code ${error.code}.`
  return text.slice(0, MAX_ERROR)
}

/** Errors of the object itself. Any other error is ours, and stops the batch. */
export function toFailure(externalId: string, error: unknown, describe = describeError): ObjectOutcome {
  if (!(error instanceof AppError) || error.status >= 500) throw error
  return { externalId, outcome: 'failed', error: describe(error) }
}
