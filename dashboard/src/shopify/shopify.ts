import type { ListItem, RequestBody, ResponseBody } from '../api.ts'
import { useRead, useReadList, useWrite } from '../resource.ts'

export type ShopifyConnection = ResponseBody<'/v1/shopify/connection'>
export type SyncRun = ResponseBody<'/v1/shopify/sync/{id}'>
export type SyncChange = ListItem<'/v1/shopify/sync/{id}/changes'>
export type Resource = SyncRun['resources'][number]
/** A resource, or the images of products and collections. */
export type Stage = SyncRun['stage']
export type Counts = NonNullable<SyncRun['counts'][Stage]>
type NewSync = NonNullable<RequestBody<'/v1/shopify/sync', 'post'>>
export type SyncMode = NonNullable<NewSync['mode']>

const POLL_MS = 1500

export const isRunning = ({ status }: Pick<SyncRun, 'status'>) => status === 'queued' || status === 'running'

export const isConnected = ({ status }: ShopifyConnection) => status === 'active' || status === 'sample'

export const useShopifyConnection = () => useRead('/v1/shopify/connection')
export const useConnectShopify = () =>
  useWrite('put', '/v1/shopify/connection', {}, { alsoChanges: ['/v1/connections'] })
export const useDisconnectShopify = () =>
  useWrite('delete', '/v1/shopify/connection', {}, { alsoChanges: ['/v1/connections'] })

export const useSyncRuns = () => useReadList('/v1/shopify/sync', { query: { limit: 20 } }, { refetchInterval: POLL_MS })
export const useSyncRun = (id: string) =>
  useRead(
    '/v1/shopify/sync/{id}',
    { params: { id } },
    { refetchInterval: ({ state }) => (!state.data || isRunning(state.data) ? POLL_MS : false) },
  )
export const useStartSync = () => useWrite('post', '/v1/shopify/sync', {})
export const useCancelSync = (id: string) => useWrite('post', '/v1/shopify/sync/{id}/cancel', { id })

interface ChangeFilters {
  resource?: Stage
  outcome?: SyncChange['outcome']
}

export const useSyncChanges = (id: string, filters: ChangeFilters) =>
  useReadList('/v1/shopify/sync/{id}/changes', { params: { id }, query: { limit: 50, ...filters } })
