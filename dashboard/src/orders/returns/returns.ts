import { useQueryClient } from '@tanstack/react-query'
import { ApiError, api, type ListItem, type RequestBody, type ResponseBody } from '../../api.ts'
import { useAction } from '../../mutation.ts'
import { useApiScope, useIdempotencyKey, usePreview, useReadList, useWrite } from '../../resource.ts'
import { useWorkspace } from '../../session.ts'
import { LIVE } from '../orders.ts'
import { useActionTicket, useTicketAction } from '../ticket-actions.ts'

export type Return = ListItem<'/v1/orders/{id}/returns'>
type NewExchange = RequestBody<'/v1/orders/{id}/exchanges', 'post'>
export type ExchangePreview = NonNullable<ReturnType<typeof useExchangePreview>['data']>

/** The dialog that is open. */
export type ReturnDialogState =
  | { name: 'return' | 'exchange' }
  | { name: 'receive' | 'reject' | 'close'; return: Return }

/** A refund has one reason of at most 100 characters. */
export const refundReason = ({ items }: Return): string =>
  (items.find(({ reason }) => reason)?.reason ?? '').slice(0, 100)

export const useReturns = (orderId: string) =>
  useReadList('/v1/orders/{id}/returns', { params: { id: orderId }, query: { limit: 50 } }, LIVE)

interface CreateReturnInput {
  body: RequestBody<'/v1/orders/{id}/returns', 'post'>
  isApproved: boolean
}

/** Creates the return and approves it if staff has already agreed. */
export function useCreateReturn(orderId: string) {
  const { environmentId } = useWorkspace()
  const { queryKey } = useApiScope()('/v1/orders')
  const queryClient = useQueryClient()
  const idempotency = useIdempotencyKey()
  return useAction({
    mutationFn: async ({ body, isApproved }: CreateReturnInput) => {
      const idempotencyKey = idempotency.keyFor(body)
      const params = { id: orderId }
      const created = await api.post('/v1/orders/{id}/returns', { params, body, environmentId, idempotencyKey })
      if (!isApproved) return created
      const approval = {
        params: { ...params, returnId: created.id },
        environmentId,
        idempotencyKey: `${idempotencyKey}-approval`,
      }
      return api.post('/v1/orders/{id}/returns/{returnId}/approval', approval).catch((error: unknown) => {
        // The return exists even if the approval failed: the page shows that it awaits approval.
        if (error instanceof ApiError) return created
        throw error
      })
    },
    onError: (error) => (error instanceof ApiError && error.status < 500 ? idempotency.reset() : undefined),
    onSuccess: idempotency.reset,
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
}

export const useApproveReturn = (orderId: string, returnId: string) =>
  useWrite('post', '/v1/orders/{id}/returns/{returnId}/approval', { id: orderId, returnId })
export const useRejectReturn = (orderId: string, returnId: string) =>
  useWrite('post', '/v1/orders/{id}/returns/{returnId}/rejection', { id: orderId, returnId })
export const useReceiveReturn = (orderId: string, returnId: string) =>
  useWrite('post', '/v1/orders/{id}/returns/{returnId}/receipt', { id: orderId, returnId })
export const useCloseReturn = (orderId: string, returnId: string) =>
  useWrite('post', '/v1/orders/{id}/returns/{returnId}/closure', { id: orderId, returnId })

/** On a ticket, the exchange is recorded there, too. */
export function useCreateExchange(orderId: string) {
  const ticketId = useActionTicket()
  const { environmentId } = useWorkspace()
  const direct = useWrite('post', '/v1/orders/{id}/exchanges', { id: orderId })
  const ofTicket = useTicketAction<NewExchange, Pick<ResponseBody<'/v1/orders/{id}/exchanges', 'post'>, 'order'>>(
    ticketId,
    (exchange) => ({ type: 'exchange', orderId: orderId as `ord_${string}`, ...exchange }),
    async ({ newOrderId }) => ({
      order: await api.get('/v1/orders/{id}', { params: { id: newOrderId ?? '' }, environmentId }),
    }),
  )
  return ticketId ? ofTicket : direct
}

/** What is on screen, calculated by the server. */
export const useExchangePreview = (
  orderId: string,
  exchange: Pick<NewExchange, 'returns' | 'items'> | undefined,
  isPaused: boolean,
) =>
  usePreview(
    '/v1/orders/{id}/exchanges',
    { params: { id: orderId }, query: { preview: true }, body: exchange ?? { returns: [], items: [] } },
    { enabled: exchange !== undefined && !isPaused, staleTime: 0, gcTime: 0, retry: false },
  )
