import { api, type ListItem, type RequestBody } from '../api.ts'
import { resource, usePreview, useReadList, useWrite } from '../resource.ts'
import { useWorkspace } from '../session.ts'
import { useActionTicket, useTicketAction } from './ticket-actions.ts'

export type Order = ListItem<'/v1/orders'>
export type OrderItem = Order['items'][number]
export type OrderPayment = Order['payments'][number]
export type Address = NonNullable<Order['shippingAddress']>
export type DraftContents = NonNullable<Order['draft']>
export type DraftItem = DraftContents['items'][number]
export type Fulfillment = ListItem<'/v1/orders/{id}/fulfillments'>
export type OrderEvent = ListItem<'/v1/orders/{id}/timeline'>
export type NewRefund = RequestBody<'/v1/orders/{id}/refunds', 'post'>
export type NewCancellation = RequestBody<'/v1/orders/{id}/cancellation', 'post'>
export type PaymentChoice = RequestBody<'/v1/orders/{id}/completion', 'post'>['payment']
export type Refund = ListItem<'/v1/orders/{id}/refunds'>
export type RefundPreview = NonNullable<ReturnType<typeof useRefundPreview>['data']>

/** New orders arrive at any time. */
export const LIVE = { staleTime: 0 }

export const orders = resource('/v1/orders', LIVE)

/** The page of an order shows all of it at once. */
const allOf = (id: string) => ({ params: { id }, query: { limit: 50 } })

export const useFulfillments = (id: string) => useReadList('/v1/orders/{id}/fulfillments', allOf(id), LIVE)
export const useTimeline = (id: string) => useReadList('/v1/orders/{id}/timeline', allOf(id), LIVE)

/** What is on screen, calculated by the server. */
export const useRefundPreview = (id: string, refund: NewRefund | undefined, isPaused: boolean) =>
  usePreview(
    '/v1/orders/{id}/refunds',
    { params: { id }, query: { preview: true }, body: refund ?? {} },
    { enabled: refund !== undefined && !isPaused, staleTime: 0, gcTime: 0, retry: false },
  )

/** On a ticket, the refund is recorded there, too. */
export function useCreateRefund(id: string) {
  const ticketId = useActionTicket()
  const { environmentId } = useWorkspace()
  const direct = useWrite('post', '/v1/orders/{id}/refunds', { id })
  const ofTicket = useTicketAction<NewRefund, Refund>(
    ticketId,
    (refund) => ({ type: 'refund', orderId: id as `ord_${string}`, ...refund }),
    async ({ refundId }) => {
      const { data } = await api.get('/v1/orders/{id}/refunds', { params: { id }, query: { limit: 20 }, environmentId })
      const refund = data.find((one) => one.id === refundId)
      if (!refund) throw new Error('The refund was not found.')
      return refund
    },
  )
  return ticketId ? ofTicket : direct
}

/** Fetches on call; undefined if the order has no refunds. */
export function useFetchLatestRefund(id: string): () => Promise<Refund | undefined> {
  const { environmentId } = useWorkspace()
  return async () => {
    const { data } = await api.get('/v1/orders/{id}/refunds', { params: { id }, query: { limit: 1 }, environmentId })
    return data[0]
  }
}

export const useAddComment = (id: string) => useWrite('post', '/v1/orders/{id}/comments', { id })
export const useCapturePayment = (id: string) => useWrite('post', '/v1/orders/{id}/captures', { id })
export const useRecordPayment = (id: string) => useWrite('post', '/v1/orders/{id}/payments', { id })
export const useCreateFulfillment = (id: string) =>
  useWrite('post', '/v1/orders/{id}/fulfillments', { id }, { alsoChanges: ['/v1/home/waiting-work'] })
export const useUpdateFulfillment = (id: string, fulfillmentId: string) =>
  useWrite('patch', '/v1/orders/{id}/fulfillments/{fulfillmentId}', { id, fulfillmentId })

/** `onSuccess` runs before the order is read again, which replaces the page of a draft. */
export const useCancelOrder = (id: string, onSuccess?: () => void) =>
  useWrite('post', '/v1/orders/{id}/cancellation', { id }, onSuccess && { onSuccess })
export const useCompleteDraft = (id: string, onSuccess: () => void) =>
  useWrite('post', '/v1/orders/{id}/completion', { id }, { onSuccess })
