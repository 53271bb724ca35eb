import { useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '../../api.ts'
import { useApiScope } from '../../resource.ts'
import type { TicketMessage } from '../inbox.ts'

function useDeliveryAction(action: 'cancel' | 'retry', ticketId: string, messageId: string) {
  const scope = useApiScope()
  const queryClient = useQueryClient()
  const { url, environmentId } = scope(`/v1/tickets/{id}/messages/{messageId}/${action}`, { id: ticketId, messageId })
  return useMutation({
    mutationFn: () => send<TicketMessage>(url, { method: 'POST', environmentId }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: scope('/v1/tickets').queryKey }),
  })
}

/** Takes a reply back before its email leaves. */
export const useCancelDelivery = (ticketId: string, messageId: string) => useDeliveryAction('cancel', ticketId, messageId)

export const useRetryDelivery = (ticketId: string, messageId: string) => useDeliveryAction('retry', ticketId, messageId)
