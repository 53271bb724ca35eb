import type { FastifyRequest } from 'fastify'
import { type Ctx, type Surroundings, surroundingsOf } from '../../ctx.ts'
import { findShop } from './environment-queries.ts'

/** What pages and webhooks outside `/v1` are given, where no key says whose a request is. */
export interface Door extends Surroundings {
  clock: () => Date
}

/** For whoever has proven, by what only we can have written, which environment is meant. */
export async function enter(door: Door, { log, deadline: signal }: FastifyRequest, environmentId: string) {
  const shop = await findShop(door.db, environmentId)
  if (!shop) return undefined
  const { name, ...environment } = shop
  const ctx: Ctx = {
    ...surroundingsOf(door),
    ...environment,
    caller: { kind: 'system' },
    now: door.clock(),
    log,
    signal,
  }
  return { ctx, name }
}
