import { Alert, Button, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useWorkspace } from '../session.ts'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { ListPage } from '../ui/list.tsx'
import { ProductFilters, useProductFilters } from './product-filters.tsx'
import { ProductList } from './product-list.tsx'
import { products } from './products.ts'

export function ProductsPage() {
  const { workspace } = useWorkspace()
  const filters = useProductFilters()
  const list = products.useList(filters.values)
  const settings = useWorkspaceSettings()
  const canEdit = workspace.role !== 'viewer'
  return (
    <ListPage
      title="Products"
      about="Your products, newest first."
      what="products"
      list={list}
      action={
        canEdit ? (
          <Button renderRoot={(props) => <Link to="/catalog/products/new" {...props} />}>Add product</Button>
        ) : null
      }
      above={
        canEdit ? null : <Alert color="blue">Your role is viewer. You can view products but not change them.</Alert>
      }
      filters={<ProductFilters filters={filters} />}
      isFiltered={filters.isFiltered}
      empty={{
        title: 'No products yet',
        text: 'Add your first product with a title and a price. It stays a draft, hidden from customers, until you set it to active.',
      }}
      noResults="No products match your search and filters."
      below={
        <VisuallyHidden role="status">
          {list.data && !list.isPlaceholderData ? formatResultCount(list.data.length, list.hasNextPage) : ''}
        </VisuallyHidden>
      }
    >
      {(items) => <ProductList products={items} currency={settings.data?.currency ?? ''} />}
    </ListPage>
  )
}

const formatResultCount = (count: number, hasMore: boolean) =>
  `${count} ${count === 1 ? 'product' : 'products'} shown${hasMore ? ', more available' : ''}.`
