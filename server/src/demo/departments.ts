import { bath } from './products/bath.ts'
import { clothing } from './products/clothing.ts'
import { gifts } from './products/gifts.ts'
import { home } from './products/home.ts'
import { kids } from './products/kids.ts'
import { kitchen } from './products/kitchen.ts'
import { outdoor } from './products/outdoor.ts'
import { pantry } from './products/pantry.ts'
import { sandboxOnly } from './products/sandbox-only.ts'
import { stationery } from './products/stationery.ts'
import { unusual } from './products/unusual.ts'
import type { Department } from './to-new-product.ts'

/** Barcodes contain the department number, so a number is never reused. */
export const DEPARTMENTS: Department[] = [
  { tag: null, number: 10, products: unusual },
  { tag: 'bath', number: 8, products: bath },
  { tag: 'pantry', number: 5, products: pantry, taxClass: 'reduced' },
  { tag: 'stationery', number: 4, products: stationery },
  { tag: 'outdoor', number: 7, products: outdoor },
  { tag: 'kids', number: 6, products: kids },
  { tag: 'kitchen', number: 3, products: kitchen },
  { tag: 'home', number: 2, products: home },
  // Lists show the newest first, so the last department loaded comes first.
  { tag: 'gifts', number: 9, products: gifts },
  { tag: 'clothing', number: 1, products: clothing },
]

export const SANDBOX_DEPARTMENT: Department = { tag: 'sandbox', number: 11, products: sandboxOnly }
