import type { ListItem, ResponseBody } from '../api.ts'
import { resource, useWrite } from '../resource.ts'

export type SigningKey = ListItem<'/workspaces/{workspaceId}/signing-keys'>
export type CreatedSigningKey = ResponseBody<'/workspaces/{workspaceId}/signing-keys', 'post'>

export const signingKeys = resource('/workspaces/{workspaceId}/signing-keys')

/** The response contains the key's value: drop it from memory when the dialog closes. */
export const useCreateSigningKey = () => signingKeys.useCreate({ gcTime: 0 })

export const useRevokeSigningKey = (signingKeyId: string) =>
  useWrite('post', '/workspaces/{workspaceId}/signing-keys/{signingKeyId}/revocation', { signingKeyId })
