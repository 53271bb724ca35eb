import { slugify } from '../../../kit/slug.ts'
import type { CollectionLine, ShopLines } from '../../../ports/shop-lines.ts'
import { gid, SAMPLE_PRODUCTS } from './product-lines.ts'
import type { SampleProduct } from './sample-product.ts'

interface SampleCollection {
  title: string
  text: string
  sortOrder: CollectionLine['sortOrder']
  /** As the merchant's rule, or the titles that they chose. */
  rule?: { column: 'TAG' | 'TYPE'; condition: string }
  chosen?: string[]
}

const COLLECTIONS: SampleCollection[] = [
  {
    title: 'All coffee',
    text: 'Roasted on Tuesdays and Fridays.',
    sortOrder: 'BEST_SELLING',
    rule: { column: 'TYPE', condition: 'Coffee' },
  },
  { title: 'Tea', text: 'Loose leaves only.', sortOrder: 'ALPHA_ASC', rule: { column: 'TYPE', condition: 'Tea' } },
  {
    title: 'Brew like a barista',
    text: 'Everything between the bean and the cup.',
    sortOrder: 'PRICE_ASC',
    rule: { column: 'TYPE', condition: 'Brewing' },
  },
  {
    title: 'Harbor favorites',
    text: 'What our guests buy most.',
    sortOrder: 'BEST_SELLING',
    rule: { column: 'TAG', condition: 'bestseller' },
  },
  {
    title: 'First apartment kit',
    text: 'A dripper, its filters, a mug, and coffee to start with.',
    sortOrder: 'MANUAL',
    chosen: ['Hand Dripper No. 2', 'Paper Filters 02, 100 pieces', 'Dockworker Mug', 'Harbor House Blend'],
  },
  {
    title: 'Gifts under €30',
    text: 'Small, and welcome.',
    sortOrder: 'MANUAL',
    chosen: ['Tasting Box, five coffees', 'Espresso Glasses, set of two', 'Canvas Tote Harbor Coffee'],
  },
]

export const collectionLines = (): ShopLines['collections'][] => COLLECTIONS.flatMap(linesOf)

function linesOf(collection: SampleCollection, index: number): ShopLines['collections'][] {
  const { title, text, sortOrder, rule } = collection
  const id = gid('Collection', index + 1)
  return [
    {
      __typename: 'Collection',
      id,
      handle: slugify(`Harbor ${title}`) ?? '',
      title,
      descriptionHtml: `<p>${text}</p>`,
      sortOrder,
      updatedAt: '2026-10-05T08:00:00Z',
      seo: { title: null, description: null },
      image: null,
      ruleSet: rule ? { appliedDisjunctively: false, rules: [{ ...rule, relation: 'EQUALS' }] } : null,
    },
    ...membersOf(collection).map((product) => ({
      __typename: 'Product' as const,
      __parentId: id,
      id: gid('Product', SAMPLE_PRODUCTS.indexOf(product) + 1),
    })),
  ]
}

function membersOf({ rule, chosen = [] }: SampleCollection): SampleProduct[] {
  if (!rule) return chosen.flatMap((title) => SAMPLE_PRODUCTS.filter((product) => product.title === title))
  const { column, condition } = rule
  return SAMPLE_PRODUCTS.filter(({ type, tags }) => (column === 'TYPE' ? type === condition : tags.includes(condition)))
}
