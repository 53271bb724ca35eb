import { type Address, type Order, useDeed } from './orders.ts'
import type { DraftWish } from './wishes.ts'

interface NewDraft extends DraftWish {
  kind: 'draft'
  currency: string
  email?: string
  shippingAddress?: Address
}

export const useNewDraft = () => useDeed<NewDraft, Order>('', 'POST')
export const useCompleteDraft = (id: string) =>
  useDeed<{ payment: 'external' | 'pending' }, Order>(`${id}/completion`, 'POST')
