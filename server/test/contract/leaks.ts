import { Type } from 'typebox'
import type { Ctx } from '../../src/ctx.ts'
import { sql } from '../../src/db/sql.ts'
import { defineSubscriber } from '../../src/events/subscriber.ts'
import type { Routes } from '../../src/http/routes.ts'
import { defineJob, enqueue } from '../../src/jobs/job.ts'
import { notFound } from '../../src/kit/errors.ts'
import type { Module } from '../../src/modules/module.ts'

/** The live environment's id equals the workspace id, so one wrong word in a statement is enough to reach it. */
const renameLive = (ctx: Ctx) =>
  ctx.db.run(sql`update environments set name = ${`Leaked ${performance.now()}`} where id = ${ctx.workspaceId}`)

const writeLiveEvent = (ctx: Ctx) =>
  ctx.db.run(sql`
    insert into events (environment_id, id, type, data)
    values (${ctx.workspaceId}, ${`evt_leak${performance.now()}`}, 'workspace.updated', '{}')`)

const enqueueAsLive = (ctx: Ctx) => enqueue({ ...ctx, environmentId: ctx.workspaceId }, harmlessJob, {})

const harmlessJob = defineJob({ name: 'test.harmless', payload: Type.Object({}), run: async () => {} })

function leakyRoute(leak: (ctx: Ctx, id: string) => Promise<unknown>): Routes {
  const schema = { operationId: 'leak', tags: ['Test'], response: { 200: Type.Object({}) } }
  return async (app) => {
    app.get(
      '/leaks/:id',
      {
        config: { access: 'key', limit: 'default' },
        schema: { ...schema, params: Type.Object({ id: Type.String() }) },
      },
      async ({ ctx, params }) => {
        await leak(ctx, params.id)
        if (params.id !== 'known') throw notFound('leak', params.id)
        return {}
      },
    )
  }
}

/**
 * Modules that write from the sandbox into production, each in a different way, and the tables the test must find
 * changed.
 */
export const LEAKS: [string, Module, string[]][] = [
  ['a route', { routes: leakyRoute(writeLiveEvent) }, ['events']],
  [
    'the refusal of a route',
    { routes: leakyRoute(async (ctx, id) => (id === 'known' ? undefined : renameLive(ctx))) },
    ['environments'],
  ],
  [
    'a route, for staff only',
    { routes: leakyRoute(async (ctx) => (ctx.caller.kind === 'member' ? renameLive(ctx) : undefined)) },
    ['environments'],
  ],
  ['a job of the live environment', { routes: leakyRoute(enqueueAsLive), jobs: [harmlessJob] }, ['jobs']],
  [
    'a subscriber of an event',
    {
      subscribers: [
        defineSubscriber({
          name: 'leaky',
          on: ['workspace.updated'],
          run: async (ctx) => void (await renameLive(ctx)),
        }),
      ],
    },
    ['environments'],
  ],
]
