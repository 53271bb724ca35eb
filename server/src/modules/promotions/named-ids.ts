import type { Ctx } from '../../ctx.ts'
import { invalidRequest } from '../../kit/errors.ts'
import type * as rules from '../pricing/rules.ts'
import type { Selection } from '../pricing/rules.ts'
import { listUnknown } from './queries.ts'

export interface Named {
  id: string
  path: string
}

type Rule = Pick<rules.Promotion, 'items' | 'benefit'>

/** What a promotion names must be there, in this environment. What was stored before may have been deleted since. */
export async function refuseUnknown(ctx: Ctx, wanted: Rule, before?: Rule): Promise<void> {
  const known = new Set(before ? namedBy(before).map(({ id }) => id) : [])
  const named = namedBy(wanted).filter(({ id }) => !known.has(id))
  if (named.length === 0) return
  const unknown = await listUnknown(ctx, [...new Set(named.map(({ id }) => id))])
  const faults = named
    .filter(({ id }) => unknown.has(id))
    .map(({ id, path }) => ({ path, message: `There is no ${id}.` }))
  if (faults.length > 0) throw invalidRequest('The promotion names what is not there.', faults)
}

function namedBy({ items, benefit }: Rule): Named[] {
  const ofItems = inSelection(items, '/items')
  if (benefit.kind === 'gift') return [...ofItems, { id: benefit.variantId, path: '/benefit/variantId' }]
  if (benefit.kind !== 'buyXGetY') return ofItems
  const { buy, get } = benefit
  return [...ofItems, ...inSelection(buy.items, '/benefit/buy/items'), ...inSelection(get.items, '/benefit/get/items')]
}

const LISTS = ['productIds', 'variantIds', 'collectionIds'] as const

const inSelection = (selection: Selection, path: string): Named[] => [
  ...LISTS.flatMap((list) => (selection[list] ?? []).map((id, at) => ({ id, path: `${path}/${list}/${at}` }))),
  ...(selection.except ? inSelection(selection.except, `${path}/except`) : []),
]
