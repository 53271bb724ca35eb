import type { FastifyRequest } from 'fastify'
import { type Ctx, type Dependencies, pickDependencies } from '../../ctx.ts'
import { findEnvironmentRow } from './connection-queries.ts'

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
