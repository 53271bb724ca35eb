import type { RequestBody, ResponseBody } from '../api.ts'
import { useRead, useWrite } from '../resource.ts'

export type WorkspaceSettings = ResponseBody<'/v1/workspace'>
export type WorkspaceChanges = RequestBody<'/v1/workspace', 'patch'>

export const useWorkspaceSettings = () => useRead('/v1/workspace')

export type ProductFeed = ResponseBody<'/v1/feeds'>['data'][number]

export const useProductFeeds = () => useRead('/v1/feeds')

/** The header shows the workspace name, and feeds depend on the storefront. */
export const useUpdateWorkspaceSettings = () =>
  useWrite('patch', '/v1/workspace', {}, { alsoChanges: ['/me', '/v1/feeds'] })
