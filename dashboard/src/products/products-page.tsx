import { Alert, Button, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { api } from '../api.ts'
import { SavedViews } from '../saved-views/saved-views.tsx'
import { useWorkspace } from '../session.ts'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { type BulkAction, BulkBar } from '../ui/bulk-bar.tsx'
import { addTags } from '../ui/change-tags.ts'
import { ExportButton } from '../ui/export-button.tsx'
import { ListPage } from '../ui/list.tsx'
import { useSelection } from '../ui/selection.ts'
import { toListSort } from '../ui/sort-header.tsx'
import { ProductFilters, useProductFilters } from './product-filters.tsx'
import { ProductList } from './product-list.tsx'
import { type Product, products } from './products.ts'

const keyOf = ({ id }: Product) => id

export function ProductsPage() {
  const { workspace, environmentId } = useWorkspace()
  const filters = useProductFilters()
  const list = products.useList({ limit: 50, ...filters.values })
  const selection = useSelection(list, keyOf, JSON.stringify(filters.values))
  const { q, sku, status, vendor, type, tag } = filters.values
  const settings = useWorkspaceSettings()
  const canEdit = workspace.role !== 'viewer'
  return (
    <ListPage
      title="Products"
      about="What you sell, with its variants, prices and images."
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
      otherActions={
        <>
          <Button variant="default" renderRoot={(props) => <Link to="/catalog/media" {...props} />}>
            Media library
          </Button>
          <ExportButton path="/v1/catalog/export" query={{ q, sku, status, vendor, type, tag }} name="products" />
        </>
      }
      filters={
        <>
          <SavedViews page="products" values={filters.values} />
          <ProductFilters filters={filters} />
        </>
      }
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
      {(items) => (
        <>
          <BulkBar
            selection={selection}
            itemKey={keyOf}
            actions={bulkActions(environmentId)}
            changes={['/v1/catalog', '/v1/inventory']}
          />
          <ProductList
            products={items}
            currency={settings.data?.currency ?? ''}
            selection={canEdit ? selection : undefined}
            {...(filters.values.q === undefined && { sort: toListSort(filters) })}
          />
        </>
      )}
    </ListPage>
  )
}

const formatResultCount = (count: number, hasMore: boolean) =>
  `${count} ${count === 1 ? 'product' : 'products'} shown${hasMore ? ', more available' : ''}.`

const count = (number: number) => (number === 1 ? '1 product' : `${number} products`)

const bulkActions = (environmentId: string): BulkAction<Product>[] => [
  ...(
    [
      ['active', 'Set as active', 'set to active'],
      ['draft', 'Set as draft', 'set to draft'],
      ['archived', 'Archive', 'archived'],
    ] as const
  ).map(([status, label, done]) => ({
    label,
    run: ({ id }: Product) =>
      api.patch('/v1/catalog/products/{id}', { params: { id }, body: { status }, environmentId }),
    done: (number: number) => `${count(number)} ${done}`,
  })),
  {
    label: 'Add tags',
    input: { label: 'Tags', description: 'Separate several with commas.' },
    run: ({ id }, input) => addTags({ path: '/v1/catalog/products/{id}', id, environmentId }, input),
    done: (number) => `${count(number)} tagged`,
  },
  {
    label: 'Delete',
    warning: 'Deletes the selected products with their variants and stock. You can’t undo this.',
    isDestructive: true,
    run: ({ id }) => api.delete('/v1/catalog/products/{id}', { params: { id }, environmentId }),
    done: (number) => `${count(number)} deleted`,
  },
]
