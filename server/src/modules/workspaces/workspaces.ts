import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Ctx, type Dependencies, type Environment, pickDependencies, type SystemCtx } from '../../ctx.ts'
import type { Db } from '../../db/database.ts'
import { type ErrorDetail, invalidRequest, notFound } from '../../kit/errors.ts'
import { isCurrency } from '../../kit/money.ts'
import { validateStorefrontUrl } from '../../kit/storefront-url.ts'
import * as queries from './queries.ts'
import type { Workspace, WorkspaceChanges } from './schemas.ts'

export const findEnvironmentById = queries.findEnvironment

/** The shop currency, used for prices unless the request asks for another. */
export const currencyOf = async (db: Db, environmentId: string): Promise<string | undefined> =>
  (await queries.findCurrency(db, environmentId))?.currency

export async function getWorkspace(ctx: Ctx): Promise<Workspace> {
  const workspace = await queries.findWorkspace(ctx)
  if (!workspace) throw notFound('workspace', ctx.workspaceId)
  return workspace
}

export async function getSandboxEnvironment(ctx: SystemCtx, workspaceId: string): Promise<Environment> {
  const sandbox = await queries.findSandbox(ctx, workspaceId)
  if (!sandbox) throw notFound('workspace', workspaceId)
  return sandbox
}

/** Creates both environments of the workspace. The live one has the id of the workspace. */
export async function provisionWorkspace(ctx: SystemCtx, name: string): Promise<Record<'live' | 'test', Environment>> {
  const workspaceId = randomUUID()
  const sandboxId = randomUUID()
  await queries.insertWorkspace(ctx, workspaceId, sandboxId, name)
  return {
    live: { workspaceId, environmentId: workspaceId, mode: 'live' },
    test: { workspaceId, environmentId: sandboxId, mode: 'test' },
  }
}

/** JSON Schema checks for three letters; this checks that they are a currency. */
export function assertValidSettings({ currency, timeZone, storefrontUrl }: WorkspaceChanges): void {
  const errors: ErrorDetail[] = []
  if (currency !== undefined && !isCurrency(currency)) {
    errors.push({ path: '/currency', message: 'must be an ISO 4217 currency, such as EUR, USD or JPY' })
  }
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    errors.push({ path: '/timeZone', message: 'must be an IANA time zone, such as Europe/Berlin or UTC' })
  }
  const urlError = storefrontUrl ? validateStorefrontUrl(storefrontUrl) : undefined
  if (urlError) errors.push({ path: '/storefrontUrl', message: urlError })
  if (errors.length > 0) throw invalidRequest('The body is not valid.', errors)
}

/** Names only: an offset such as `+02:00` has no daylight saving time. */
export function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** For pages and webhooks outside `/v1`, where no API key identifies the environment. */
export interface PublicDependencies extends Dependencies {
  clock: () => Date
}

/** Call it only with an environment id from a token that we signed. */
export async function createPublicCtx(
  deps: PublicDependencies,
  { log, deadline: signal }: FastifyRequest,
  environmentId: string,
) {
  const environmentRow = await queries.findNamedEnvironment(deps.db, environmentId)
  if (!environmentRow) return undefined
  const { name, ...environment } = environmentRow
  const ctx: Ctx = {
    ...pickDependencies(deps),
    ...environment,
    caller: { kind: 'system' },
    now: deps.clock(),
    log,
    signal,
  }
  return { ctx, name }
}

export const MAX_RATE_LIMIT_FACTOR = 1000

/** How many times the usual limits the keys of the workspace have. */
export const getRateLimitFactor = async (ctx: Ctx): Promise<number> =>
  (await queries.findRateLimitFactor(ctx)).rateLimitFactor

/** False if the workspace does not exist. */
export const setRateLimitFactor = async (
  ctx: Pick<SystemCtx, 'db'>,
  workspaceId: string,
  factor: number,
): Promise<boolean> => (await queries.updateRateLimitFactor(ctx, workspaceId, factor)) !== undefined
