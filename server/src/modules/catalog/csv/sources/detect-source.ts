import { findColumn, isUnsupported, normalizeName } from '../columns.ts'
import { isMedusa, medusa } from './medusa.ts'
import type { CsvSource } from './source.ts'
import { isWooCommerce, woocommerce } from './woocommerce.ts'

/** Shopify's columns and our own need no translation. */
const shopify: CsvSource = { findColumn, isUnsupported }

/** Tells the system by the names of its columns. */
export function detectSource(names: string[]): CsvSource {
  const normalized = new Set(names.map(normalizeName))
  if (isWooCommerce(normalized)) return woocommerce
  return isMedusa(normalized) ? medusa : shopify
}
