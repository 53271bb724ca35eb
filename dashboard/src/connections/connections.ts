import type { ListItem, RequestBody } from '../api.ts'
import { useRead, useReadList, useWrite } from '../resource.ts'

export type Connection = ListItem<'/v1/connections'>
export type ConnectionChanges = RequestBody<'/v1/connections/{provider}', 'put'>
export type Provider = Connection['provider']

export const useConnections = () => useReadList('/v1/connections', {}, { staleTime: 0 })

export const useConnection = (provider: Provider) => useRead('/v1/connections/{provider}', { params: { provider } })

export const useSaveConnection = (provider: Provider) => useWrite('put', '/v1/connections/{provider}', { provider })

export const useReplaceWebhookUrl = (provider: Provider) =>
  useWrite('post', '/v1/connections/{provider}/webhook-url', { provider })

export const useDeleteConnection = (provider: Provider) =>
  useWrite('delete', '/v1/connections/{provider}', { provider })
