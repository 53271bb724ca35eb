import { api, type ListItem } from '../api.ts'
import { resource } from '../resource.ts'
import { useWorkspace } from '../session.ts'

export type Product = ListItem<'/v1/catalog/products'>
export type ProductStatus = Product['status']
export type Variant = Product['variants'][number]

export const products = resource('/v1/catalog/products')

/** Fetches the current version after a conflict. */
export function useFetchProduct() {
  const { environmentId } = useWorkspace()
  return (id: string) => api.get('/v1/catalog/products/{id}', { params: { id }, environmentId })
}
