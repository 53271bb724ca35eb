import { useWrite } from '../../resource.ts'

/** Takes a reply back before its email leaves. */
export const useCancelDelivery = (id: string, messageId: string, options: { onSuccess: () => void }) =>
  useWrite('post', '/v1/tickets/{id}/messages/{messageId}/cancel', { id, messageId }, options)

export const useRetryDelivery = (id: string, messageId: string) =>
  useWrite('post', '/v1/tickets/{id}/messages/{messageId}/retry', { id, messageId })
