import type { Ctx } from '../../ctx.ts'
import { countFacets, type FacetRow } from './facet-queries.ts'
import { type Filters, optionNamesOf, withoutOption } from './filters.ts'
import type { Facets, ListQuery } from './schemas.ts'

interface Question {
  filters: Filters
  isAsked: (row: FacetRow) => boolean
}

/** A filter does not narrow its own facet: who has chosen one vendor still sees the others, and how many they would find. */
export async function readFacets(ctx: Ctx, filters: Filters, q: string | null, query: ListQuery): Promise<Facets> {
  const rows: FacetRow[] = []
  for (const { filters: narrowed, isAsked } of questionsFor(filters)) {
    rows.push(...(await countFacets(ctx, narrowed, q)).filter(isAsked))
  }
  const of = (facet: FacetRow['facet'], chosen: string[] = []) =>
    rows
      .filter((row) => row.facet === facet)
      .map(({ value, count }) => ({ value, count, selected: chosen.includes(value) }))
  return {
    vendors: of('vendor', query.vendor),
    types: of('type', query.type),
    tags: of('tag', query.tag),
    options: byName(of('option', query.option)),
    available: { count: of('available')[0]?.count ?? 0 },
    price: rangeOf(of('lowest')[0], of('highest')[0]),
  }
}

/** One for all facets that are not filtered by, and one for each that is. */
function questionsFor(filters: Filters): Question[] {
  const own: Question[] = []
  const ask = (isActive: boolean, narrowed: Filters, isAsked: Question['isAsked']) => {
    if (isActive) own.push({ filters: narrowed, isAsked })
  }
  ask(filters.vendors !== null, { ...filters, vendors: null }, ({ facet }) => facet === 'vendor')
  ask(filters.types !== null, { ...filters, types: null }, ({ facet }) => facet === 'type')
  ask(filters.tags !== null, { ...filters, tags: null }, ({ facet }) => facet === 'tag')
  ask(filters.available !== null, { ...filters, available: null }, ({ facet }) => facet === 'available')
  const isPrice = ({ facet }: FacetRow) => facet === 'lowest' || facet === 'highest'
  const hasPrice = filters.minPrice !== null || filters.maxPrice !== null
  ask(hasPrice, { ...filters, minPrice: null, maxPrice: null }, isPrice)
  for (const name of optionNamesOf(filters)) {
    const isOwn = ({ facet, value }: FacetRow) => facet === 'option' && value.startsWith(`${name}:`)
    ask(true, withoutOption(filters, name), isOwn)
  }
  return [...own, { filters, isAsked: (row) => !own.some(({ isAsked }) => isAsked(row)) }]
}

type Counts = Facets['vendors']

function byName(counts: Counts): Facets['options'] {
  const options = new Map<string, Counts>()
  for (const { value: term, ...rest } of counts) {
    const colon = term.indexOf(':')
    const [name, value] = [term.slice(0, colon), term.slice(colon + 1)]
    options.set(name, [...(options.get(name) ?? []), { value, ...rest }])
  }
  return [...options].map(([name, values]) => ({ name, values })).sort((a, b) => a.name.localeCompare(b.name))
}

function rangeOf(lowest: Counts[number] | undefined, highest: Counts[number] | undefined): Facets['price'] {
  if (!lowest || !highest) return null
  const money = ({ value: currency, count: amount }: Counts[number]) => ({ amount, currency })
  return { min: money(lowest), max: money(highest) }
}
