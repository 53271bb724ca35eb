import { useNavigate } from '@tanstack/react-router'
import { AskToDelete } from '../parts/ask-to-delete.tsx'
import { type Collection, useDeleteCollection } from './collections.ts'

export function DeleteCollectionDialog({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const { id, title, handle } = collection
  const navigate = useNavigate()
  const remove = useDeleteCollection(id, () => navigate({ to: '/catalogue/collections', ignoreBlocker: true }))
  return (
    <AskToDelete
      name={title}
      consequence={`Its products stay in the catalogue. Links that lead to the collection “${handle}” lead nowhere from then on.`}
      deleting={remove}
      onDelete={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
