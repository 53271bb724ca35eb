import type { Rule } from '../modules/collections/memberships/schemas.ts'

interface DemoCollection {
  title: string
  handle: string
  description: string
  /** Name of a demo image. */
  image: string
  sort: 'manual' | 'newest' | 'title' | 'price' | '-price' | 'best_selling'
  /** Manual collections only: SKU prefixes of the products, in display order. */
  products?: string[]
  match?: 'all' | 'any'
  rules?: Rule[]
}

const tagged = (value: string): Rule => ({ field: 'tag', relation: 'has', value })
const euros = (amount: number) => ({ amount: amount * 100, currency: 'EUR' })

export const COLLECTIONS: DemoCollection[] = [
  {
    title: 'House favorites',
    handle: 'favorites',
    description: 'What we would save first if the shop were on fire. Picked by Hazel, in her order.',
    image: 'mug-terracotta',
    sort: 'manual',
    products: ['MUG-MOR', 'KNI-FJO', 'COF-MOR', 'BLA-ALM', 'NOT-GED', 'OUT-QUE', 'TOY-BRU', 'BAT-LAV'],
  },
  {
    title: 'A table for friends',
    handle: 'a-table-for-friends',
    description: 'From the plates to the book that tells you what to put on them.',
    image: 'plates-sea',
    sort: 'manual',
    products: ['PLA-DIN', 'BOW-GRA', 'PAN-SAU', 'BOA-STI', 'KNI-CHE', 'TOW-KUE', 'GIF-COO', 'OIL-PRI'],
  },
  {
    title: 'Clothing',
    handle: 'clothing',
    description: 'A few pieces, made to be worn for years.',
    image: 'jacket-navy',
    sort: 'best_selling',
    rules: [tagged('clothing')],
  },
  {
    title: 'Home & kitchen',
    handle: 'home-and-kitchen',
    description: 'For the rooms where life happens.',
    image: 'lamp-terracotta',
    sort: 'newest',
    match: 'any',
    rules: [tagged('home'), tagged('kitchen')],
  },
  {
    title: 'Coffee & tea',
    handle: 'coffee-and-tea',
    description: 'Beans, leaves and something to drink them from.',
    image: 'pouch-terracotta',
    sort: 'best_selling',
    match: 'any',
    rules: [
      { field: 'type', relation: 'is', value: 'Coffee' },
      { field: 'type', relation: 'is', value: 'Tea' },
      tagged('coffee'),
    ],
  },
  {
    title: 'For children',
    handle: 'for-children',
    description: 'Toys that outlive a childhood, and boots for puddles.',
    image: 'train-sky',
    sort: 'title',
    rules: [tagged('kids')],
  },
  {
    title: 'Outdoors',
    handle: 'outdoors',
    description: 'There is no bad weather, only bad gear.',
    image: 'tent-terracotta',
    sort: 'price',
    rules: [tagged('outdoor')],
  },
  {
    title: 'Sale',
    handle: 'sale',
    description: 'Last colors, last sizes. First come, first served.',
    image: 'card-berry',
    sort: 'price',
    rules: [tagged('sale'), { field: 'stock', relation: 'greater_than', value: 0 }],
    match: 'all',
  },
  {
    title: 'Gifts under €30',
    handle: 'gifts-under-30',
    description: 'Small things that make someone’s day.',
    image: 'gift-sea',
    sort: 'price',
    match: 'all',
    rules: [tagged('gift'), { field: 'price', relation: 'less_than', value: euros(30) }],
  },
  {
    title: 'Made of wool',
    handle: 'made-of-wool',
    description: 'Warm when wet, clean when aired.',
    image: 'sweater-moss',
    sort: '-price',
    match: 'any',
    rules: [tagged('wool'), { field: 'custom_field', key: 'material', relation: 'contains', value: 'wool' }],
  },
]
