import { Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from '../parts/dialog.tsx'
import { Failure } from '../parts/failure.tsx'
import { type Product, useDeleteProduct } from '../products/products.ts'

interface Props {
  product: Product
  onClose: () => void
  onDeleted: () => void
}

export function DeleteProductDialog({ product, onClose, onDeleted }: Props) {
  const deletion = useDeleteProduct()
  return (
    <Dialog title={`Delete “${product.title}”?`} onClose={onClose} locked={deletion.isPending}>
      <Stack gap="md">
        <Failure error={deletion.error} title="The product was not deleted" />
        <Text>
          It is gone for good, with all its variants and prices. To take it off the shop and keep it, make it archived
          instead.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={deletion.isPending} data-autofocus>
            Keep the product
          </Button>
          <Button
            color="red"
            loading={deletion.isPending}
            onClick={() => deletion.mutate(product.id, { onSuccess: onDeleted })}
          >
            Delete product
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
