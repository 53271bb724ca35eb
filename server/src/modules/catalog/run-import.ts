import { type Ctx, transaction } from '../../ctx.ts'
import { type Outcome, planUpserts, upsertProducts } from './bulk.ts'
import { productsIn } from './csv-products.ts'
import { readFile } from './csv-read.ts'
import { type CsvWish, wishOf } from './csv-wish.ts'
import * as queries from './import-queries.ts'
import type { ImportFault } from './import-schemas.ts'
import { getShopCurrency } from './queries.ts'

const MAX_ATTEMPTS = 5
const MAX_LISTED = 1000

/** May run again at any time, also after a kill: it goes on behind the last batch that was written. */
export async function runImport(system: Ctx, id: string): Promise<void> {
  const order = await queries.takeUpImport(system, id)
  if (!order) return
  // The job may do what whoever sent the file may do, and not more.
  const ctx: Ctx = { ...system, caller: order.caller ?? { kind: 'visitor' } }
  if (order.attempts > MAX_ATTEMPTS) {
    const reason = `It was begun ${MAX_ATTEMPTS} times and never came to its end. The fault is ours; a smaller file may help.`
    return end(ctx, order, 'failed', reportOf([{ row: 1, column: null, reason }]))
  }
  const { currency } = await getShopCurrency(ctx)
  const reading = await readFile(order.file, currency)
  if ('fault' in reading) return end(ctx, order, 'failed', reportOf([reading.fault]))
  const { products, loose } = productsIn(reading, currency)
  const nobodys = [...reading.faults, ...loose]
  const wishes = products.map((product) => wishOf(product, reading.header, currency))
  await queries.noteFile(ctx, id, reading.total, reading.warnings)
  if (order.onError === 'nothing') await takeAllOrNothing(ctx, order, nobodys, wishes)
  else await keepTheGood(ctx, order, nobodys, wishes)
}

async function keepTheGood(ctx: Ctx, order: queries.Order, nobodys: ImportFault[], wishes: CsvWish[]): Promise<void> {
  let { stepsDone, errorCount } = order
  const advance = async (ctx: Ctx, report: queries.Progress) => {
    const room = Math.max(0, MAX_LISTED - errorCount)
    const moved = await queries.advanceImport(ctx, order.id, stepsDone, {
      ...report,
      errors: report.errors.slice(0, room),
    })
    if (moved === 0) throw new Error(`import ${order.id} is being carried out by somebody else`)
  }
  if (stepsDone === 0) {
    const report = reportOf(nobodys)
    await advance(ctx, report)
    stepsDone += report.steps
    errorCount += report.errorCount
  }
  for (const batch of batchesOf(wishes.slice(stepsDone - 1))) {
    const report = await transaction(ctx, async (ctx) => {
      const report = reportFor(batch, await carryOut(ctx, order.dryRun, batch))
      await advance(ctx, report)
      return report
    })
    stepsDone += report.steps
    errorCount += report.errorCount
  }
  await queries.finishImport(ctx, order.id, 'done')
}

/**
 * In one transaction, so that nobody sees a part of it. If something can't even be read, nothing will be kept: then the rest
 * is looked at for faults too, but not written.
 */
async function takeAllOrNothing(
  ctx: Ctx,
  order: queries.Order,
  nobodys: ImportFault[],
  wishes: CsvWish[],
): Promise<void> {
  const isLost = nobodys.length > 0 || wishes.some(({ product }) => product.faults.length > 0)
  const total = reportOf(nobodys)
  const undone = new Error('some of it can not be taken over')
  try {
    await transaction(ctx, async (inner) => {
      for (const batch of batchesOf(wishes)) {
        addTo(total, reportFor(batch, await carryOut(inner, isLost || order.dryRun, batch)))
        // Outside of the transaction, or nobody would see it.
        await queries.noteRows(ctx, order.id, total.rows)
      }
      if (total.failed > 0) throw undone
      await end(inner, order, 'done', total)
    })
  } catch (error) {
    if (error !== undone) throw error
    const nothing = order.dryRun ? {} : { created: 0, updated: 0, unchanged: 0 }
    await end(ctx, order, 'failed', { ...total, ...nothing })
  }
}

const carryOut = (ctx: Ctx, dryRun: boolean, batch: CsvWish[]): Promise<Outcome[]> => {
  const upserts = batch.map(({ upsert }) => upsert)
  return dryRun
    ? planUpserts(ctx, 'handle', upserts).then(({ outcomes }) => outcomes)
    : upsertProducts(ctx, 'handle', upserts)
}

async function end(ctx: Ctx, order: queries.Order, status: 'done' | 'failed', report: queries.Progress): Promise<void> {
  const errors = report.errors.slice(0, MAX_LISTED)
  await transaction(ctx, async (ctx) => {
    await queries.advanceImport(ctx, order.id, order.stepsDone, { ...report, errors })
    await queries.finishImport(ctx, order.id, status)
  })
}

const MAX_PRODUCTS = 100
const MAX_VARIANTS = 2000

/** So small that whoever waits for a product or a name does not wait long. */
function* batchesOf(wishes: CsvWish[]): Generator<CsvWish[]> {
  let batch: CsvWish[] = []
  let variants = 0
  for (const wish of wishes) {
    const more = wish.product.variants.length
    if (batch.length === MAX_PRODUCTS || (batch.length > 0 && variants + more > MAX_VARIANTS)) {
      yield batch
      batch = []
      variants = 0
    }
    batch.push(wish)
    variants += more
  }
  if (batch.length > 0) yield batch
}

/** Of rows that are nobody's, each is a failure of its own. */
const reportOf = (faults: ImportFault[]): queries.Progress => {
  const rows = new Set(faults.map(({ row }) => row)).size
  return {
    steps: 1,
    rows,
    created: 0,
    updated: 0,
    unchanged: 0,
    failed: rows,
    errorCount: faults.length,
    errors: faults,
  }
}

function reportFor(batch: CsvWish[], outcomes: Outcome[]): queries.Progress {
  const count = (wanted: Outcome['outcome']) => outcomes.filter(({ outcome }) => outcome === wanted).length
  const errors = batch.flatMap((wish, at) => {
    const outcome = outcomes[at]
    return outcome?.outcome === 'failed' ? wish.explain(outcome.error) : []
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

function addTo(total: queries.Progress, more: queries.Progress): void {
  for (const key of ['steps', 'rows', 'created', 'updated', 'unchanged', 'failed', 'errorCount'] as const) {
    total[key] += more[key]
  }
  total.errors.push(...more.errors.slice(0, MAX_LISTED - total.errors.length))
}
