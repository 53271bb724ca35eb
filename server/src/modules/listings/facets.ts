import type { Ctx } from '../../ctx.ts'
import type { SearchQuery } from '../search/search.ts'
import { countBitmapFacets, hasUsableBitmaps } from './facet-bitmap-queries.ts'
import { countFacets, countVariantFacets, type FacetRow } from './facet-queries.ts'
import { type Filters, hasVariantFilters } from './filters.ts'
import type { Facets, ProductListQuery } from './schemas.ts'

/** A filter does not narrow its own facet: after selecting one vendor, buyers still see the counts of the others. */
export async function readFacets(
  ctx: Ctx,
  filters: Filters,
  search: SearchQuery | undefined,
  query: ProductListQuery,
): Promise<Facets> {
  const rows = await countAll(ctx, filters, search)
  const valuesFor = (facet: FacetRow['facet'], selected: string[] = []) =>
    rows
      .filter((row) => row.facet === facet)
      .map(({ value, count }) => ({ value, count, selected: selected.includes(value) }))
  return {
    vendors: valuesFor('vendor', query.vendor),
    types: valuesFor('type', query.type),
    tags: valuesFor('tag', query.tag),
    options: groupByOption(valuesFor('option', query.option)),
    available: { count: valuesFor('available')[0]?.count ?? 0 },
    price: toPriceRange(valuesFor('lowest')[0], valuesFor('highest')[0]),
  }
}

/** More products with changes that are not in the bitmaps yet take longer than counting all from their listings. */
const MAX_CHANGED = 2000

/** On bitmaps where there are any. Searches count the products that match, which takes as long as finding them. */
async function countAll(ctx: Ctx, filters: Filters, search: SearchQuery | undefined): Promise<FacetRow[]> {
  if (!search && (await hasUsableBitmaps(ctx, MAX_CHANGED))) {
    const rows = await countBitmapFacets(ctx, filters)
    // Without bitmaps there is no row; with them, one at least tells how many products are available.
    if (rows.length > 0) return rows
  }
  return countListingFacets(ctx, filters, search?.loose ?? null)
}

/** Reads all listings. */
export const countListingFacets = (ctx: Ctx, filters: Filters, query: string | null): Promise<FacetRow[]> =>
  (hasVariantFilters(filters) ? countVariantFacets : countFacets)(ctx, filters, query)

type FacetValues = Facets['vendors']

function groupByOption(counts: FacetValues): Facets['options'] {
  const options = new Map<string, FacetValues>()
  for (const { value: term, ...rest } of counts) {
    const colon = term.indexOf(':')
    const [name, value] = [term.slice(0, colon), term.slice(colon + 1)]
    options.set(name, [...(options.get(name) ?? []), { value, ...rest }])
  }
  return [...options].map(([name, values]) => ({ name, values })).sort((a, b) => a.name.localeCompare(b.name))
}

function toPriceRange(
  lowest: FacetValues[number] | undefined,
  highest: FacetValues[number] | undefined,
): Facets['price'] {
  if (!lowest || !highest) return null
  const money = ({ value: currency, count: amount }: FacetValues[number]) => ({ amount, currency })
  return { min: money(lowest), max: money(highest) }
}
