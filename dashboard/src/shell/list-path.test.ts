import { expect, it } from 'vitest'
import { listPathOf } from './list-path.ts'

const PAGES = ['/', '/sales/orders', '/settings/connections', '/settings/connections/$provider']
const ORDER = 'ord_01m7pfagvwej8r92phcfahff3c'

it.for([
  [`/sales/orders/${ORDER}`, '/sales/orders'],
  [`/sales/orders/${ORDER}/refund`, '/sales/orders'],
  [`/settings/connections/shopify/runs/${ORDER}`, '/settings/connections'],
  [`/unknown/${ORDER}`, '/'],
  ['/sales/orders', undefined],
  ['/settings/connections/judgeme', undefined],
] as const)('finds the page above %s', ([path, list]) => {
  expect(listPathOf(path, PAGES)).toBe(list)
})
