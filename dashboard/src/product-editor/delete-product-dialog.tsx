import { AskFirst } from '../parts/ask-first.tsx'
import { type Product, useDeleteProduct } from '../products/products.ts'

interface Props {
  product: Product
  onClose: () => void
  onDeleted: () => void
}

export function DeleteProductDialog({ product, onClose, onDeleted }: Props) {
  const deletion = useDeleteProduct()
  return (
    <AskFirst
      title={`Delete “${product.title}”?`}
      refused="The product was not deleted"
      keepLabel="Keep the product"
      deedLabel="Delete product"
      doing={deletion}
      onDo={() => deletion.mutate(product.id, { onSuccess: onDeleted })}
      onClose={onClose}
    >
      It is gone for good, with all its variants and prices. To take it off the shop and keep it, make it archived
      instead.
    </AskFirst>
  )
}
