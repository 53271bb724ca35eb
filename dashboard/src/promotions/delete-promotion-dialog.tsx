import { useNavigate } from '@tanstack/react-router'
import { AskToDelete } from '../parts/ask-to-delete.tsx'
import { type Promotion, useDeletePromotion } from './promotions.ts'

export function DeletePromotionDialog({ promotion, onClose }: { promotion: Promotion; onClose: () => void }) {
  const { id, title, trigger } = promotion
  const navigate = useNavigate()
  const remove = useDeletePromotion(id, () => navigate({ to: '/sales/promotions', ignoreBlocker: true }))
  return (
    <AskToDelete
      name={title}
      consequence={`Carts lose it at once${trigger === 'code' ? ', and its codes are gone' : ''}. Orders keep what it gave them.`}
      deleting={remove}
      onDelete={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
