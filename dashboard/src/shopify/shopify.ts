import type { ListItem, RequestBody, ResponseBody } from '../api.ts'
import { useRead, useReadList, useWrite } from '../resource.ts'

export type ShopifyConnection = ResponseBody<'/v1/shopify/connection'>
export type ShopifyKeys = RequestBody<'/v1/shopify/connection', 'put'>
export type SyncRun = ResponseBody<'/v1/shopify/sync/{id}'>
export type SyncRequest = NonNullable<RequestBody<'/v1/shopify/sync', 'post'>>
export type SyncChange = ListItem<'/v1/shopify/sync/{id}/changes'>
export type Resource = keyof SyncRun['counts']
export type Counts = SyncRun['counts'][Resource]

const POLL_MS = 1500

export const isRunning = ({ status }: Pick<SyncRun, 'status'>) => status === 'queued' || status === 'running'

export const useShopifyConnection = () => useRead('/v1/shopify/connection', {}, { retry: false })
export const useConnectShopify = () => useWrite('put', '/v1/shopify/connection', {})
export const useDisconnectShopify = () => useWrite('delete', '/v1/shopify/connection', {})

export const useSyncRuns = () => useReadList('/v1/shopify/sync', { query: { limit: 20 } }, { refetchInterval: POLL_MS })
export const useSyncRun = (id: string) =>
  useRead(
    '/v1/shopify/sync/{id}',
    { params: { id } },
    { refetchInterval: ({ state }) => (!state.data || isRunning(state.data) ? POLL_MS : false) },
  )
export const useStartSync = () => useWrite('post', '/v1/shopify/sync', {}, { alsoChanges: ['/v1/shopify/connection'] })
export const useCancelSync = (id: string) => useWrite('post', '/v1/shopify/sync/{id}/cancel', { id })
export const useSyncChanges = (id: string, query: { resource?: Resource; action?: SyncChange['action'] }) =>
  useReadList('/v1/shopify/sync/{id}/changes', { params: { id }, query: { limit: 50, ...query } })
