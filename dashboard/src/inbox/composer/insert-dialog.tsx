import { useState } from 'react'
import { ErrorAlert } from '../../ui/feedback.tsx'
import { PickDialog } from '../dialogs/pick-dialog.tsx'
import { useInbox } from '../inbox-context.ts'
import { useApplyMacro, useMacros } from './macros.ts'

export type InsertKind = 'macro' | 'macro-button' | 'mention'

interface Props {
  kind: InsertKind
  ticketId: string
  onInsert: (text: string) => void
  onClose: () => void
}

export function InsertDialog({ kind, ...props }: Props) {
  return kind === 'mention' ? <MentionDialog {...props} /> : <MacroDialog {...props} />
}

type DialogProps = Omit<Props, 'kind'>

function MentionDialog({ onInsert, onClose }: DialogProps) {
  const { members } = useInbox()
  return (
    <PickDialog
      title="Mention a colleague"
      label="Name"
      options={members.map(({ userId, name, email }) => ({ id: userId, label: name, description: email }))}
      onPick={(id) => onInsert(`@${members.find(({ userId }) => userId === id)?.name ?? ''} `)}
      onClose={onClose}
    />
  )
}

function MacroDialog({ ticketId, onInsert, onClose }: DialogProps) {
  const { notify } = useInbox()
  const macros = useMacros(true)
  const apply = useApplyMacro(ticketId)
  const [error, setError] = useState<Error>()
  const pick = async (id: string) => {
    try {
      const { body, missing } = await apply(id)
      onInsert(body)
      onClose()
      if (missing.length > 0) notify({ message: `Fill in what is missing: ${missing.join(', ')}`, isError: true })
    } catch (error) {
      if (error instanceof Error) setError(error)
    }
  }
  return (
    <PickDialog
      title="Macros"
      label="Search macros"
      options={(macros.data ?? []).map(({ id, name, body }) => ({ id, label: name, description: body.slice(0, 90) }))}
      onPick={(id) => void pick(id)}
      empty={macros.isPending ? 'Loading macros…' : 'No macros. Admins create them in the settings.'}
      onClose={onClose}
    >
      <ErrorAlert error={error ?? macros.error} title="Couldn't use the macro" />
    </PickDialog>
  )
}
