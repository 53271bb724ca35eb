import { Alert, Button, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWorkspace } from '../session.ts'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { LoadMore } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { FilterBar } from './filter-bar.tsx'
import { isFiltered } from './product-filters.ts'
import { ProductList } from './product-list.tsx'
import { useProducts } from './products.ts'

const route = getRouteApi('/shell/catalog/products')

export function ProductsPage() {
  const { workspace } = useWorkspace()
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const products = useProducts(filters)
  const settings = useWorkspaceSettings()
  const canEdit = workspace.role !== 'viewer'
  const rows = products.data?.pages.flatMap(({ data }) => data) ?? []
  const isEmpty = products.isSuccess && rows.length === 0
  const hasNoProducts = isEmpty && !isFiltered(filters)
  const addButton = canEdit ? (
    <Button component={Link} to="/catalog/products/new">
      Add product
    </Button>
  ) : null

  return (
    <Page title="Products" about="Your products, newest first." actions={hasNoProducts ? null : addButton}>
      {canEdit ? null : <Alert color="blue">Your role is viewer. You can view products but not change them.</Alert>}
      {hasNoProducts ? (
        <NoProducts action={addButton} />
      ) : (
        <FilterBar filters={filters} onChange={(search) => void navigate({ search, replace: true })} />
      )}
      {products.isPending ? <Loading what="the products" /> : null}
      <VisuallyHidden role="status">
        {products.isSuccess && !products.isPlaceholderData ? formatResultCount(rows.length, products.hasNextPage) : ''}
      </VisuallyHidden>
      {isEmpty && !hasNoProducts ? <NoResults onClear={() => void navigate({ search: {} })} /> : null}
      {rows.length > 0 ? (
        <div style={{ opacity: products.isPlaceholderData ? 0.6 : 1 }}>
          <ProductList products={rows} currency={settings.data?.currency ?? ''} />
        </div>
      ) : null}
      <ErrorAlert error={products.error} title="Couldn't load products" onRetry={() => void products.refetch()} />
      <LoadMore list={products} />
    </Page>
  )
}

const formatResultCount = (count: number, hasMore: boolean) =>
  `${count} ${count === 1 ? 'product' : 'products'} shown${hasMore ? ', more available' : ''}.`

export function NoProducts({ action }: { action: ReactNode }) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm" ta="center">
        <Title order={2} size="h4">
          No products yet
        </Title>
        <Text c="dimmed" maw={440}>
          Add your first product with a title and a price. It stays a draft, hidden from customers, until you set it to
          active.
        </Text>
        {action}
      </Stack>
    </Paper>
  )
}

export function NoResults({ onClear }: { onClear: () => void }) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm" ta="center">
        <Title order={2} size="h4">
          No results
        </Title>
        <Text c="dimmed" maw={440}>
          No products match your search and filters.
        </Text>
        <Button variant="default" onClick={onClear}>
          Clear all
        </Button>
      </Stack>
    </Paper>
  )
}
