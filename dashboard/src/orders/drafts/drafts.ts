import { type Address, type Order, useOrderMutation } from '../orders.ts'
import type { DraftContents } from '../requests.ts'

interface NewDraft extends DraftContents {
  kind: 'draft'
  currency: string
  email?: string
  shippingAddress?: Address
}

export const useCreateDraft = () => useOrderMutation<NewDraft, Order>('', 'POST')
export const useCompleteDraft = (id: string) =>
  useOrderMutation<{ payment: 'external' | 'pending' }, Order>(`${id}/completion`, 'POST')
