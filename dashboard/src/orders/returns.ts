import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDesk } from '../access/desk.ts'
import { ApiError, api } from '../api.ts'
import type { Money } from '../parts/money.ts'
import { useOnceKey } from '../parts/once-key.ts'
import { ORDERS, type Order, ordersOf, useDeed, usePartsOf, usePreview } from './orders.ts'
import type { ExchangePreview, NewExchange, NewReceipt, NewReturn } from './wishes.ts'

export interface ReturnLine {
  lineId: string
  quantity: number
  received: number
  restocked: number
  reason: string | null
}

export interface Return {
  id: string
  status: 'requested' | 'approved' | 'rejected' | 'received' | 'closed'
  lines: ReturnLine[]
  note: string | null
  /** The order that goes out for it, and what was paid for these goods and has paid for that one. */
  exchange: { orderId: string; number: number; credit: Money } | null
  createdAt: string
}

/** For what somebody has opened a form. */
export type AskedOfReturn = { deed: 'return' | 'exchange' } | { deed: 'receive' | 'decline' | 'give up'; of: Return }

/** A refund has one reason, in a few words. */
export const reasonOf = ({ lines }: Return): string => (lines.find(({ reason }) => reason)?.reason ?? '').slice(0, 100)

export const useReturns = (orderId: string) => usePartsOf<Return>(orderId, 'returns')

interface Wish {
  body: NewReturn
  isApproved: boolean
}

/** Written down and, where staff has agreed to it already, approved. */
export function useNewReturn(orderId: string) {
  const { environmentId } = useDesk()
  const queryClient = useQueryClient()
  const once = useOnceKey()
  return useMutation({
    mutationFn: async ({ body, isApproved }: Wish) => {
      const idempotencyKey = once.keyFor(body)
      const path = `${ORDERS}/${orderId}/returns`
      const made = await api<Return>(path, { method: 'POST', body, environmentId, idempotencyKey })
      if (!isApproved) return made
      const approval = { method: 'POST', environmentId, idempotencyKey: `${idempotencyKey}-approval` } as const
      return api<Return>(`${path}/${made.id}/approval`, approval).catch((error: unknown) => {
        // It is written down all the same: the page shows that it waits to be approved.
        if (error instanceof ApiError) return made
        throw error
      })
    },
    onError: (error) => (error instanceof ApiError && error.status < 500 ? once.forget() : undefined),
    onSuccess: once.forget,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ordersOf(environmentId) }),
  })
}

const pathOf = (orderId: string, returnId: string) => `${orderId}/returns/${returnId}`

export const useApproveReturn = (orderId: string, returnId: string) =>
  useDeed<undefined, Return>(`${pathOf(orderId, returnId)}/approval`, 'POST')
export const useRejectReturn = (orderId: string, returnId: string) =>
  useDeed<{ note?: string }, Return>(`${pathOf(orderId, returnId)}/rejection`, 'POST')
export const useReceiveReturn = (orderId: string, returnId: string) =>
  useDeed<NewReceipt, Return>(`${pathOf(orderId, returnId)}/receipt`, 'POST')
export const useCloseReturn = (orderId: string, returnId: string) =>
  useDeed<undefined, Return>(`${pathOf(orderId, returnId)}/closure`, 'POST')

export const useExchange = (orderId: string) =>
  useDeed<NewExchange, { return: Return; order: Order }>(`${orderId}/exchanges`, 'POST')

export const useExchangePreview = (orderId: string, wanted: Pick<NewExchange, 'returns' | 'items'> | undefined) =>
  usePreview<ExchangePreview>(`${orderId}/exchanges`, wanted)
