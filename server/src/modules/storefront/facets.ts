import type { Ctx } from '../../ctx.ts'
import { countFacets, countFacetsOfVariants, type FacetRow } from './facet-queries.ts'
import { asksOfVariants, type Filters } from './filters.ts'
import type { Facets, ListQuery } from './schemas.ts'
import type { SearchQuery } from './search-query.ts'

/** A filter does not narrow its own facet: who has chosen one vendor still sees the others, and how many they would find. */
export async function readFacets(
  ctx: Ctx,
  filters: Filters,
  search: SearchQuery | undefined,
  query: ListQuery,
): Promise<Facets> {
  const count = asksOfVariants(filters) ? countFacetsOfVariants : countFacets
  const rows = await count(ctx, filters, search?.loose ?? null)
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
