import type { RequestBody, ResponseBody } from '../api.ts'
import { useRead, useWrite } from '../resource.ts'

export type WorkspaceSettings = ResponseBody<'/v1/workspace'>
export type WorkspaceChanges = RequestBody<'/v1/workspace', 'patch'>

export const useWorkspaceSettings = () => useRead('/v1/workspace')

/** The header shows the workspace name. */
export const useUpdateWorkspaceSettings = () => useWrite('patch', '/v1/workspace', {}, { alsoChanges: ['/me'] })
