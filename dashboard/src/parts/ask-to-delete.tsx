import { AskFirst } from './ask-first.tsx'

interface Props {
  name: string
  /** What comes of it. */
  consequence: string
  deleting: { isPending: boolean; error: Error | null }
  onDelete: () => void
  onClose: () => void
}

export function AskToDelete({ name, consequence, deleting, onDelete, onClose }: Props) {
  return (
    <AskFirst
      title={`Delete “${name}”?`}
      refused="It was not deleted"
      keepLabel="Keep it"
      deedLabel="Delete"
      doing={deleting}
      onDo={onDelete}
      onClose={onClose}
    >
      {consequence}
    </AskFirst>
  )
}
