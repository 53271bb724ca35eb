import { type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import type { Amount, LevelChange } from './level-rules.ts'
import type { StockChange } from './schemas.ts'

export const pathOf = (at: number) => `/changes/${at}`

/** What no schema can say: one name for the variant, one wish for each quantity, and at least one wish. */
export function refuseUnclear(changes: StockChange[]): void {
  const faults = changes.flatMap((change, at): ErrorDetail[] => {
    const path = pathOf(at)
    const { variantId, sku, locationId: _, expectedOnHand: __, ...wishes } = change
    return [
      ...((variantId === undefined) === (sku === undefined)
        ? [{ path, message: 'must name its variant by either variantId or sku' }]
        : []),
      ...(Object.keys(wishes).length === 0
        ? [
            {
              path,
              message:
                'must change something: onHandChange, onHand, incomingChange, incoming, safetyStock or lowStockAt',
            },
          ]
        : []),
      ...(change.onHand !== undefined && change.onHandChange !== undefined
        ? [{ path: `${path}/onHandChange`, message: 'must not be there beside onHand' }]
        : []),
      ...(change.incoming !== undefined && change.incomingChange !== undefined
        ? [{ path: `${path}/incomingChange`, message: 'must not be there beside incoming' }]
        : []),
    ]
  })
  if (faults.length > 0) throw invalidRequest('The changes are not clear.', faults)
}

/** A change whose variant and location are known. */
export interface PlacedChange extends Omit<StockChange, 'variantId' | 'sku' | 'locationId'> {
  variantId: string
  locationId: string
}

/** What is asked of the same level is added up, so that each level is changed once; wishes that contradict are refused. */
export function sumUp(changes: PlacedChange[]): LevelChange[] {
  const levels = new Map<string, LevelChange>()
  const faults: ErrorDetail[] = []
  for (const [at, change] of changes.entries()) {
    const { variantId, locationId } = change
    const key = `${variantId} ${locationId}`
    const level = levels.get(key) ?? { variantId, locationId, path: pathOf(at) }
    const contradicts = (field: string) =>
      faults.push({
        path: `${pathOf(at)}/${field}`,
        message: `contradicts ${level.path}, which is about the same level`,
      })
    levels.set(key, {
      ...level,
      ...added('onHand', level.onHand, wishOf(change.onHand, change.onHandChange), contradicts),
      ...added('incoming', level.incoming, wishOf(change.incoming, change.incomingChange), contradicts),
      ...agreed('safetyStock', level.safetyStock, change.safetyStock, contradicts),
      ...agreed('lowStockAt', level.lowStockAt, change.lowStockAt, contradicts),
      ...agreed('expectedOnHand', level.expectedOnHand, change.expectedOnHand, contradicts),
    })
  }
  if (faults.length > 0) throw invalidRequest('Changes of the same level contradict each other.', faults)
  return [...levels.values()]
}

type Tell = (field: string) => void

function wishOf(to: number | undefined, by: number | undefined): Amount | undefined {
  if (to !== undefined) return { to }
  return by === undefined ? undefined : { by }
}

/** Two sums can be added; what is set can't be set again. */
function added(field: string, known: Amount | undefined, wanted: Amount | undefined, contradicts: Tell) {
  if (wanted === undefined) return {}
  if (known === undefined) return { [field]: wanted }
  if ('by' in known && 'by' in wanted) return { [field]: { by: known.by + wanted.by } }
  contradicts(field)
  return {}
}

function agreed(field: string, known: number | null | undefined, wanted: number | null | undefined, contradicts: Tell) {
  if (wanted === undefined) return {}
  if (known !== undefined && known !== wanted) contradicts(field)
  return { [field]: wanted }
}
