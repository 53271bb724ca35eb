import { type Ctx, transaction } from '../../../ctx.ts'
import { planUpserts, type UpsertOutcome, upsertProducts } from '../bulk-upsert.ts'
import { getShopCurrency } from '../queries.ts'
import { type CsvUpsert, toCsvUpsert } from './csv-upsert.ts'
import { parseFile } from './parse-file.ts'
import * as queries from './queries.ts'
import { readProducts } from './read-products.ts'
import type { ImportError } from './schemas.ts'

const MAX_ATTEMPTS = 5
const MAX_LISTED_ERRORS = 1000

/** Safe to rerun at any time, even after a kill: it resumes after the last committed batch. */
export async function runImport(system: Ctx, id: string): Promise<void> {
  const claimed = await queries.claimImport(system, id)
  if (!claimed) return
  // The job has the permissions of the uploader, no more.
  const ctx: Ctx = { ...system, caller: claimed.caller }
  if (claimed.attempts > MAX_ATTEMPTS) {
    const message = `The import was started ${MAX_ATTEMPTS} times but never finished. The error is on our side; a smaller file may work.`
    return finishWith(ctx, claimed, 'failed', toErrorProgress([{ row: 1, column: null, message }]))
  }
  const { currency } = await getShopCurrency(ctx)
  const parsed = await parseFile(claimed.file, currency)
  if ('fault' in parsed) return finishWith(ctx, claimed, 'failed', toErrorProgress([parsed.fault]))
  const { products, orphanErrors } = readProducts(parsed, currency)
  const fileErrors = [...parsed.errors, ...orphanErrors]
  const upserts = products.map((product) => toCsvUpsert(product, parsed.header, currency))
  await queries.setImportTotal(ctx, id, parsed.total, parsed.warnings)
  if (claimed.onError === 'abort') await importAllOrNothing(ctx, claimed, fileErrors, upserts)
  else await importValid(ctx, claimed, fileErrors, upserts)
}

async function importValid(
  ctx: Ctx,
  claimed: queries.ClaimedImport,
  fileErrors: ImportError[],
  upserts: CsvUpsert[],
): Promise<void> {
  let { stepsDone, errorCount } = claimed
  const advance = async (ctx: Ctx, report: queries.ImportProgress) => {
    const remaining = Math.max(0, MAX_LISTED_ERRORS - errorCount)
    const advanced = await queries.advanceImport(ctx, claimed.id, stepsDone, {
      ...report,
      errors: report.errors.slice(0, remaining),
    })
    if (advanced === 0) throw new Error(`import ${claimed.id} is being run by another worker`)
  }
  if (stepsDone === 0) {
    const report = toErrorProgress(fileErrors)
    await advance(ctx, report)
    stepsDone += report.steps
    errorCount += report.errorCount
  }
  for (const batch of batchesOf(upserts.slice(stepsDone - 1))) {
    const report = await transaction(ctx, async (ctx) => {
      const report = toBatchProgress(batch, await applyBatch(ctx, claimed.dryRun, batch))
      await advance(ctx, report)
      return report
    })
    stepsDone += report.steps
    errorCount += report.errorCount
  }
  await queries.finishImport(ctx, claimed.id, 'completed')
}

/**
 * Runs in one transaction, so that nobody sees a partial import. If a row can't be read, the remaining products are
 * validated but not written.
 */
async function importAllOrNothing(
  ctx: Ctx,
  claimed: queries.ClaimedImport,
  fileErrors: ImportError[],
  upserts: CsvUpsert[],
): Promise<void> {
  const isRejected = fileErrors.length > 0 || upserts.some(({ product }) => product.errors.length > 0)
  const progress = toErrorProgress(fileErrors)
  const rollback = new Error('some products failed')
  try {
    await transaction(ctx, async (tx) => {
      for (const batch of batchesOf(upserts)) {
        addProgress(progress, toBatchProgress(batch, await applyBatch(tx, isRejected || claimed.dryRun, batch)))
        // Written outside the transaction; otherwise progress would not be visible until commit.
        await queries.setImportProgress(ctx, claimed.id, progress.rows)
      }
      if (progress.failed > 0) throw rollback
      await finishWith(tx, claimed, 'completed', progress)
    })
  } catch (error) {
    if (error !== rollback) throw error
    const noChanges = claimed.dryRun ? {} : { created: 0, updated: 0, unchanged: 0 }
    await finishWith(ctx, claimed, 'failed', { ...progress, ...noChanges })
  }
}

const applyBatch = (ctx: Ctx, dryRun: boolean, batch: CsvUpsert[]): Promise<UpsertOutcome[]> => {
  const upserts = batch.map(({ upsert }) => upsert)
  return dryRun
    ? planUpserts(ctx, 'handle', upserts).then(({ outcomes }) => outcomes)
    : upsertProducts(ctx, 'handle', upserts)
}

async function finishWith(
  ctx: Ctx,
  claimed: queries.ClaimedImport,
  status: 'completed' | 'failed',
  report: queries.ImportProgress,
): Promise<void> {
  const errors = report.errors.slice(0, MAX_LISTED_ERRORS)
  await transaction(ctx, async (ctx) => {
    await queries.advanceImport(ctx, claimed.id, claimed.stepsDone, { ...report, errors })
    await queries.finishImport(ctx, claimed.id, status)
  })
}

const MAX_BATCH_PRODUCTS = 100
const MAX_BATCH_VARIANTS = 2000

/** Small batches keep lock waits on products and identifiers short. */
function* batchesOf(upserts: CsvUpsert[]): Generator<CsvUpsert[]> {
  let batch: CsvUpsert[] = []
  let variants = 0
  for (const upsert of upserts) {
    const variantCount = upsert.product.variants.length
    if (batch.length === MAX_BATCH_PRODUCTS || (batch.length > 0 && variants + variantCount > MAX_BATCH_VARIANTS)) {
      yield batch
      batch = []
      variants = 0
    }
    batch.push(upsert)
    variants += variantCount
  }
  if (batch.length > 0) yield batch
}

/** Each row without a product counts as one failure. */
const toErrorProgress = (errors: ImportError[]): queries.ImportProgress => {
  const rows = new Set(errors.map(({ row }) => row)).size
  return {
    steps: 1,
    rows,
    created: 0,
    updated: 0,
    unchanged: 0,
    failed: rows,
    errorCount: errors.length,
    errors: errors,
  }
}

function toBatchProgress(batch: CsvUpsert[], outcomes: UpsertOutcome[]): queries.ImportProgress {
  const count = (value: UpsertOutcome['outcome']) => outcomes.filter(({ outcome }) => outcome === value).length
  const errors = batch.flatMap((upsert, at) => {
    const outcome = outcomes[at]
    return outcome?.outcome === 'failed' ? upsert.toImportErrors(outcome.error) : []
  })
  return {
    steps: batch.length,
    rows: batch.reduce((sum, { product }) => sum + product.rowCount, 0),
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    failed: count('failed'),
    errorCount: errors.length,
    errors,
  }
}

function addProgress(total: queries.ImportProgress, more: queries.ImportProgress): void {
  for (const key of ['steps', 'rows', 'created', 'updated', 'unchanged', 'failed', 'errorCount'] as const) {
    total[key] += more[key]
  }
  total.errors.push(...more.errors.slice(0, MAX_LISTED_ERRORS - total.errors.length))
}
