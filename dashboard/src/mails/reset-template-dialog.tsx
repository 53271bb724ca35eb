import { AskFirst } from '../parts/ask-first.tsx'
import { type MailTemplate, useResetTemplate } from './mails.ts'

interface Props {
  template: MailTemplate
  onClose: () => void
  onReset: () => void
}

export function ResetTemplateDialog({ template, onClose, onReset }: Props) {
  const reset = useResetTemplate(template)
  return (
    <AskFirst
      title="Back to the built-in words?"
      refused="Your words were kept"
      keepLabel="Keep mine"
      deedLabel="Go back"
      doing={reset}
      onDo={() => reset.mutate(undefined, { onSuccess: onReset })}
      onClose={onClose}
    >
      Your words are lost: copy them first if you may want them again.
    </AskFirst>
  )
}
