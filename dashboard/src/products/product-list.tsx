import { useMediaQuery } from '@mantine/hooks'
import { ProductCards } from './product-cards.tsx'
import type { ProductListProps } from './product-facts.tsx'
import { ProductTable } from './product-table.tsx'

export function ProductList(props: ProductListProps) {
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  return isNarrow ? <ProductCards {...props} /> : <ProductTable {...props} />
}
