import { ConfirmDialog } from './confirm-dialog.tsx'

interface Props {
  name: string
  /** What the deletion causes. */
  consequence: string
  mutation: { isPending: boolean; error: Error | null }
  onDelete: () => void
  onClose: () => void
}

export function ConfirmDelete({ name, consequence, mutation, onDelete, onClose }: Props) {
  return (
    <ConfirmDialog
      title={`Delete “${name}”?`}
      errorTitle={`Couldn't delete “${name}”`}
      cancelLabel="Cancel"
      confirmLabel="Delete"
      mutation={mutation}
      onConfirm={onDelete}
      onClose={onClose}
    >
      {consequence}
    </ConfirmDialog>
  )
}
