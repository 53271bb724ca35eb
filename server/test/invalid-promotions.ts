const euros = (amount: number) => [{ amount, currency: 'EUR' }]

/** The error, the invalid fields, and the path of the error. */
export const INVALID_PROMOTIONS: [string, object, string][] = [
  ['a percentage of zero', { benefit: { kind: 'percentage', target: 'order', percentage: 0 } }, '/benefit/percentage'],
  [
    'a percentage above 100',
    { benefit: { kind: 'percentage', target: 'order', percentage: 100.01 } },
    '/benefit/percentage',
  ],
  [
    'a percentage with three decimals',
    { benefit: { kind: 'percentage', target: 'order', percentage: 12.345 } },
    '/benefit/percentage',
  ],
  ['an unknown kind', { benefit: { kind: 'magic' } }, '/benefit/kind'],
  ['a missing kind', { benefit: {} }, '/benefit/kind'],
  ['a field of another kind', { benefit: { kind: 'free_shipping', percentage: 10 } }, '/benefit/percentage'],
  [
    'an amount of zero',
    { benefit: { kind: 'fixed', target: 'order', amounts: euros(0) } },
    '/benefit/amounts/0/amount',
  ],
  [
    'two amounts in one currency',
    { benefit: { kind: 'fixed', target: 'order', amounts: [...euros(1), ...euros(2)] } },
    '/benefit/amounts/1/currency',
  ],
  [
    'an unknown currency',
    { benefit: { kind: 'fixed_price', amounts: [{ amount: 1, currency: 'ABC' }] } },
    '/benefit/amounts/0/currency',
  ],
  [
    '"perUnit" off the order',
    { benefit: { kind: 'fixed', target: 'order', amounts: euros(1), perUnit: true } },
    '/benefit/perUnit',
  ],
  ['an unknown country', { conditions: { countries: ['GB', 'UK'] } }, '/conditions/countries/1'],
  [
    'tiers on shipping',
    { benefit: { kind: 'tiered', target: 'shipping', by: 'quantity', tiers: [{ from: 1, percentage: 1 }] } },
    '/benefit/target',
  ],
  [
    'tiers that do not increase',
    {
      benefit: {
        kind: 'tiered',
        target: 'item',
        by: 'quantity',
        tiers: [
          { from: 3, percentage: 5 },
          { from: 3, percentage: 10 },
        ],
      },
    },
    '/benefit/tiers/1/from',
  ],
  [
    'tiers in different currencies',
    {
      benefit: {
        kind: 'tiered',
        target: 'item',
        by: 'amount',
        tiers: [
          { from: euros(1), percentage: 5 },
          { from: [{ amount: 2, currency: 'USD' }], percentage: 10 },
        ],
      },
    },
    '/benefit/tiers/1/from',
  ],
  [
    'a tier with both benefits',
    {
      benefit: {
        kind: 'tiered',
        target: 'item',
        by: 'quantity',
        tiers: [{ from: 3, percentage: 5, amounts: euros(1) }],
      },
    },
    '/benefit/tiers/0',
  ],
  [
    'amounts in tiers by quantity',
    { benefit: { kind: 'tiered', target: 'item', by: 'quantity', tiers: [{ from: euros(3), percentage: 5 }] } },
    '/benefit/tiers/0/from',
  ],
  ['an end before the start', { startsAt: '2026-02-01T00:00:00Z', endsAt: '2026-01-01T00:00:00Z' }, '/endsAt'],
  ['an empty list', { items: { productIds: [] } }, '/items/productIds'],
  ['too many ids', { items: { tags: Array.from({ length: 1001 }, (_, n) => `t${n}`) } }, '/items/tags'],
  ['a blank title', { title: ' ' }, '/title'],
  ['an unknown field', { percent: 10 }, '/percent'],
  ['a usage limit of zero', { usageLimit: 0 }, '/usageLimit'],
  ['two budgets in one currency', { budgets: [...euros(1), ...euros(2)] }, '/budgets/1/currency'],
]
