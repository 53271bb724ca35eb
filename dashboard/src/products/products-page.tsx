import { Alert, Button, VisuallyHidden } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useDesk } from '../access/desk.ts'
import { Failure } from '../parts/failure.tsx'
import { LoadMore } from '../parts/load-more.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { FilterBar } from './filter-bar.tsx'
import { NoProducts, NothingFound } from './no-products.tsx'
import { isFiltered } from './product-filters.ts'
import { ProductList } from './product-list.tsx'
import { useProducts } from './products.ts'

const route = getRouteApi('/shell/catalogue/products')

export function ProductsPage() {
  const { workspace } = useDesk()
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const products = useProducts(filters)
  const settings = useWorkspaceSettings()
  const mayChange = workspace.role !== 'viewer'
  const found = products.data?.pages.flatMap(({ data }) => data) ?? []
  const isEmpty = products.isSuccess && found.length === 0
  const isBare = isEmpty && !isFiltered(filters)
  const add = mayChange ? (
    <Button component={Link} to="/catalogue/products/new">
      Add product
    </Button>
  ) : null

  return (
    <Page title="Products" about="What you sell, newest first." actions={isBare ? null : add}>
      {mayChange ? null : (
        <Alert color="blue">Your role here is viewer: you can look at products but not change them.</Alert>
      )}
      {isBare ? (
        <NoProducts action={add} />
      ) : (
        <FilterBar filters={filters} onChange={(search) => void navigate({ search, replace: true })} />
      )}
      {products.isPending ? <Loading what="the products" /> : null}
      <VisuallyHidden role="status">
        {products.isSuccess && !products.isPlaceholderData ? foundInWords(found.length, products.hasNextPage) : ''}
      </VisuallyHidden>
      {isEmpty && !isBare ? <NothingFound onClear={() => void navigate({ search: {} })} /> : null}
      {found.length > 0 ? (
        <div style={{ opacity: products.isPlaceholderData ? 0.6 : 1 }}>
          <ProductList products={found} currency={settings.data?.currency ?? ''} />
        </div>
      ) : null}
      <Failure error={products.error} title="The products can't be shown" onRetry={() => void products.refetch()} />
      <LoadMore list={products} />
    </Page>
  )
}

const foundInWords = (count: number, hasMore: boolean) =>
  `${count} ${count === 1 ? 'product' : 'products'} shown${hasMore ? ', there are more' : ''}.`
