import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, api } from '../../api.ts'
import { useIdempotencyKey } from '../../resource.ts'
import { useWorkspace } from '../../session.ts'
import type { Money } from '../../ui/money.ts'
import { ORDERS_PATH, type Order, ordersKey, useOrderMutation, useOrderSubresource, usePreview } from '../orders.ts'
import type { ExchangePreview, NewExchange, NewReturn, NewReturnReceipt } from '../requests.ts'

export interface ReturnItem {
  itemId: string
  quantity: number
  received: number
  restocked: number
  reason: string | null
}

export interface Return {
  id: string
  status: 'requested' | 'approved' | 'rejected' | 'received' | 'closed'
  items: ReturnItem[]
  note: string | null
  /** The exchange order, and what the buyer paid for the returned items, credited to it. */
  exchange: { orderId: string; number: number; credit: Money } | null
  createdAt: string
}

/** The dialog that is open. */
export type ReturnDialogState =
  | { name: 'return' | 'exchange' }
  | { name: 'receive' | 'decline' | 'close'; return: Return }

/** A refund has one reason of at most 100 characters. */
export const refundReason = ({ items }: Return): string =>
  (items.find(({ reason }) => reason)?.reason ?? '').slice(0, 100)

export const useReturns = (orderId: string) => useOrderSubresource<Return>(orderId, 'returns')

interface CreateReturnInput {
  body: NewReturn
  isApproved: boolean
}

/** Creates the return and approves it if staff has already agreed. */
export function useCreateReturn(orderId: string) {
  const { environmentId } = useWorkspace()
  const queryClient = useQueryClient()
  const idempotency = useIdempotencyKey()
  return useMutation({
    mutationFn: async ({ body, isApproved }: CreateReturnInput) => {
      const idempotencyKey = idempotency.keyFor(body)
      const path = `${ORDERS_PATH}/${orderId}/returns`
      const created = await api<Return>(path, { method: 'POST', body, environmentId, idempotencyKey })
      if (!isApproved) return created
      const approval = { method: 'POST', environmentId, idempotencyKey: `${idempotencyKey}-approval` } as const
      return api<Return>(`${path}/${created.id}/approval`, approval).catch((error: unknown) => {
        // The return exists even if the approval failed: the page shows that it awaits approval.
        if (error instanceof ApiError) return created
        throw error
      })
    },
    onError: (error) => (error instanceof ApiError && error.status < 500 ? idempotency.reset() : undefined),
    onSuccess: idempotency.reset,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ordersKey(environmentId) }),
  })
}

const returnPath = (orderId: string, returnId: string) => `${orderId}/returns/${returnId}`

export const useApproveReturn = (orderId: string, returnId: string) =>
  useOrderMutation<undefined, Return>(`${returnPath(orderId, returnId)}/approval`, 'POST')
export const useRejectReturn = (orderId: string, returnId: string) =>
  useOrderMutation<{ note?: string }, Return>(`${returnPath(orderId, returnId)}/rejection`, 'POST')
export const useReceiveReturn = (orderId: string, returnId: string) =>
  useOrderMutation<NewReturnReceipt, Return>(`${returnPath(orderId, returnId)}/receipt`, 'POST')
export const useCloseReturn = (orderId: string, returnId: string) =>
  useOrderMutation<undefined, Return>(`${returnPath(orderId, returnId)}/closure`, 'POST')

export const useCreateExchange = (orderId: string) =>
  useOrderMutation<NewExchange, { return: Return; order: Order }>(`${orderId}/exchanges`, 'POST')

export const useExchangePreview = (orderId: string, request: Pick<NewExchange, 'returns' | 'items'> | undefined) =>
  usePreview<ExchangePreview>(`${orderId}/exchanges`, request)
