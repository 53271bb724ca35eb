import { Type } from 'typebox'
import { type Ctx, transaction } from '../../../ctx.ts'
import { keyset, toPage } from '../../../db/page.ts'
import { defineJob, enqueue } from '../../../jobs/job.ts'
import { pruneEachEnvironment, type RetentionRule } from '../../../jobs/retention.ts'
import { invalidRequest, notFound } from '../../../kit/errors.ts'
import { firstIdAt, newId } from '../../../kit/ids.ts'
import * as queries from './queries.ts'
import { runImport } from './run-import.ts'
import type { Import, ImportOptions, ImportsQuery } from './schemas.ts'

/** The file is stored with the import, so that nothing is lost when the server stops before the job is done. */
export function createImport(ctx: Ctx, file: Buffer | undefined, query: ImportOptions): Promise<Import> {
  if (!file?.length) throw invalidRequest('The file is empty. Send the CSV file as the request body.')
  return transaction(ctx, async (ctx) => {
    const id = newId('imp')
    await queries.insertImport(ctx, id, file, query)
    await enqueue(ctx, importJob, { importId: id })
    return getImport(ctx, id)
  })
}

export async function getImport(ctx: Ctx, id: string): Promise<Import> {
  const stored = await queries.findImport(ctx, id)
  if (!stored) throw notFound('import', id)
  return stored
}

export async function listImports(ctx: Ctx, query: ImportsQuery) {
  const page = keyset(query)
  return toPage(await queries.listImports(ctx, page), page)
}

/** The import counts its own attempts and fails with an explanation before the job runs out of attempts. */
export const importJob = defineJob({
  name: 'catalog.import',
  payload: Type.Object({ importId: Type.String() }),
  maxAttempts: 10,
  run: (ctx, { importId }) => runImport(ctx, importId),
})

/** The products stay; the reports are deleted. */
export const importRetention: RetentionRule = {
  name: 'imports',
  keep: 'imports',
  isDaily: true,
  prune: (ctx, before, limit) =>
    pruneEachEnvironment(ctx, limit, (environmentId) =>
      queries.deleteImports(ctx, environmentId, firstIdAt('imp', before), limit),
    ),
}
