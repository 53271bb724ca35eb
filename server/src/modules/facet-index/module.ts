import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { defineJob, enqueue, type Job, type Schedule } from '../../jobs/job.ts'
import type { Module } from '../module.ts'
import { auditFacetIndex, updateFacetIndex } from './facet-index.ts'
import * as queries from './queries.ts'

/** Each product with a change makes counting slower: a shop that goes on changing is not left to wait for the next minute. */
const REPEAT_MS = 5000

const updateJob: Job = defineJob({
  name: 'facet-index.update',
  payload: Type.Object({}),
  run: async (ctx) => {
    if (await updateFacetIndex(ctx)) await enqueueFor(ctx, updateJob, { runAt: new Date(Date.now() + REPEAT_MS) })
  },
})

const auditJob = defineJob({
  name: 'facet-index.audit',
  payload: Type.Object({}),
  run: async (ctx) => {
    await updateFacetIndex(ctx)
    const wrong = await auditFacetIndex(ctx)
    if (wrong.length > 0) ctx.log.error({ wrong: wrong.slice(0, 20) }, 'Facet bitmaps were wrong and were repaired')
  },
})

/** Every minute and not with every change: transactions that enqueue a job with the same key wait for one another. */
const updateAll: Schedule = {
  name: 'facet-index.update-all',
  cron: '* * * * *',
  run: async (system) => {
    const changed = await queries.listChangedEnvironments(system)
    const incomplete = await queries.listIncompleteEnvironments(system)
    const environments = new Map([...changed, ...incomplete].map((one) => [one.environmentId, one]))
    for (const environment of environments.values())
      await enqueueFor({ ...system, ...environment, caller: { kind: 'system' } }, updateJob)
  },
}

const auditAll: Schedule = {
  name: 'facet-index.audit-all',
  cron: '20 3 * * *',
  run: async (system) => {
    for (const environment of await queries.listEnvironments(system))
      await enqueueFor({ ...system, ...environment, caller: { kind: 'system' } }, auditJob)
  },
}

const enqueueFor = (ctx: Ctx, job: Job, options: { runAt?: Date } = {}) =>
  enqueue(ctx, job, {}, { ...options, key: `${job.name}:${ctx.environmentId}` })

export const facetIndexModule: Module = {
  jobs: [updateJob, auditJob],
  schedules: [updateAll, auditAll],
}
