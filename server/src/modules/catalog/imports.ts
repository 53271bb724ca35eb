import { type Ctx, transaction } from '../../ctx.ts'
import { keyset, toPage } from '../../db/page.ts'
import { enqueue } from '../../jobs/job.ts'
import { invalidRequest, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { importJob } from './import-job.ts'
import * as queries from './import-queries.ts'
import type { Import, ImportQuery, ImportsQuery } from './import-schemas.ts'

/** The file is kept with the order, so that nothing is lost when the server stops before the work is done. */
export function acceptImport(ctx: Ctx, file: Buffer | undefined, query: ImportQuery): Promise<Import> {
  if (!file?.length) throw invalidRequest('The file is empty: send it as the body of the request.')
  return transaction(ctx, async (ctx) => {
    const id = newId('imp')
    await queries.insertImport(ctx, id, file, query)
    await enqueue(ctx, importJob, { importId: id })
    return getImport(ctx, id)
  })
}

export async function getImport(ctx: Ctx, id: string): Promise<Import> {
  const found = await queries.findImport(ctx, id)
  if (!found) throw notFound('import', id)
  return found
}

export async function listImports(ctx: Ctx, query: ImportsQuery) {
  const page = keyset(query)
  return toPage(await queries.listImports(ctx, page), page)
}
