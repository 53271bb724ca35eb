import { checkerOf } from '../../http/validators.ts'
import { type AppError, invalidRequest } from '../../kit/errors.ts'
import type { Upsert } from './bulk.ts'
import { type Merged, mergeInto } from './csv-merge.ts'
import { faultAt } from './csv-places.ts'
import type { CsvProduct } from './csv-products.ts'
import type { Header } from './csv-read.ts'
import type { ImportFault } from './import-schemas.ts'
import { ProductChanges } from './schemas.ts'

/** What a file wants of a product, with an explanation in rows and columns when it can't have it. */
export interface CsvWish {
  product: CsvProduct
  upsert: Upsert
  explain(error: AppError): ImportFault[]
}

const shapeFaults = checkerOf(ProductChanges)

export function wishOf(product: CsvProduct, header: Header, currency: string): CsvWish {
  let merged: Merged = { changes: {}, variantRows: [], imageRows: [] }
  const { handle, faults, row, fields } = product
  return {
    product,
    upsert: {
      names: [handle],
      wanted: fields,
      skus: product.variants.flatMap(({ fields: { sku } }) => sku ?? []),
      ask(before) {
        if (faults.length > 0) throw invalidRequest('Some cells can not be read.')
        merged = mergeInto(before, product)
        const { variants = [] } = merged.changes
        const priceless = variants.flatMap(({ prices }, at) =>
          prices.length > 0 ? [] : [{ path: `/variants/${at}/prices`, message: PRICELESS }],
        )
        const wrong = [...priceless, ...(priceless.length > 0 ? [] : shapeFaults(merged.changes))]
        if (wrong.length > 0) throw invalidRequest('The product is not valid.', wrong)
        return merged.changes
      },
    },
    explain(error) {
      if (faults.length > 0) return faults
      if (!error.details) return [{ row, column: null, reason: error.message }]
      return error.details.map((detail) => faultAt(detail, product, merged, header, currency))
    },
  }
}

const PRICELESS = 'is missing: a variant needs a price'
