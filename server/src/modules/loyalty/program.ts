import { isDeepStrictEqual } from 'node:util'
import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import { refuseStale } from '../../http/version-tag.ts'
import { isCurrency } from '../../kit/currencies.ts'
import { type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import { createValue } from '../audit/value-creation.ts'
import { touchPricing } from '../pricing/version.ts'
import * as queries from './queries.ts'
import type { Program, ProgramSettings } from './schemas.ts'

/** Where nobody has set anything: points pay nothing. */
const NONE: Program = { name: 'Points', active: false, pointValues: [], minPoints: 1, version: 0, updatedAt: null }

export const getProgram = async (ctx: Ctx): Promise<Program> => (await queries.findProgram(ctx)) ?? NONE

/** Replaces all of it; the same again changes nothing. From then on every cart is priced by it. */
export function replaceProgram(ctx: Ctx, wanted: ProgramSettings, ifMatch: string | undefined): Promise<Program> {
  refuseUnfit(wanted)
  const { name, active, minPoints = 1 } = wanted
  const pointValues = wanted.pointValues.toSorted((one, other) => (one.currency < other.currency ? -1 : 1))
  const settings = { name, active, pointValues, minPoints }
  return transaction(ctx, async (ctx) => {
    await queries.lockProgram(ctx)
    const { version, updatedAt: _, ...known } = await getProgram(ctx)
    refuseStale(ifMatch, version)
    if (version === 0 || !isDeepStrictEqual(known, settings)) {
      await createValue(ctx, 'loyalty_program.changed', name, { active })
      await queries.saveProgram(ctx, version + 1, settings)
      await touchPricing(ctx)
      await emit(ctx, 'loyalty_program.updated', { version: version + 1, active })
    }
    return getProgram(ctx)
  })
}

function refuseUnfit({ pointValues }: ProgramSettings): void {
  const seen = new Set<string>()
  const faults = pointValues.flatMap(({ currency }, at): ErrorDetail[] => {
    const path = `/pointValues/${at}/currency`
    if (!isCurrency(currency)) return [{ path, message: `"${currency}" is not a currency` }]
    if (seen.has(currency)) return [{ path, message: `${currency} is named twice` }]
    seen.add(currency)
    return []
  })
  if (faults.length > 0) throw invalidRequest('What points are worth is not clear.', faults)
}
