import type { FastifyRequest } from 'fastify'
import { type Ctx, type Dependencies, pickDependencies } from '../../ctx.ts'
import { findEnvironmentRow } from './connection-queries.ts'

/** What pages and webhooks outside `/v1` are given, where no key says whose a request is. */
export interface PublicDependencies extends Dependencies {
  clock: () => Date
}

/** For whoever has proven, by what only we can have written, which environment is meant. */
export async function createPublicCtx(
  deps: PublicDependencies,
  { log, deadline: signal }: FastifyRequest,
  environmentId: string,
) {
  const environmentRow = await findEnvironmentRow(deps.db, environmentId)
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
