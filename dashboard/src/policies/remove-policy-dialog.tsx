import { AskFirst } from '../parts/ask-first.tsx'
import { type Policy, useUnpublishPolicy } from './policies.ts'

interface Props {
  policy: Policy
  onClose: () => void
  onRemoved: () => void
}

export function RemovePolicyDialog({ policy: { kind, title, version }, onClose, onRemoved }: Props) {
  const remove = useUnpublishPolicy(kind)
  return (
    <AskFirst
      title={`Take down “${title}”?`}
      refused="It was not taken down"
      keepLabel="Leave it up"
      deedLabel="Take down"
      doing={remove}
      onDo={() => remove.mutate(version, { onSuccess: onRemoved })}
      onClose={onClose}
    >
      Visitors and storefronts see it no more, at once. Its versions are kept, and any of them can be published again.
    </AskFirst>
  )
}
