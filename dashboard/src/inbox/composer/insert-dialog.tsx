import { ErrorAlert } from '../../ui/feedback.tsx'
import { useInbox } from '../inbox-context.ts'
import { PickDialog } from '../pick-dialog.tsx'
import { macros, useApplyMacro } from './macros.ts'

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
  const list = macros.useList()
  const apply = useApplyMacro(ticketId)
  const pick = (macroId: string) =>
    apply.mutate(macroId, {
      onSuccess: ({ body, missing }) => {
        onClose()
        onInsert(body)
        if (missing.length > 0) notify({ message: `Fill in what is missing: ${missing.join(', ')}`, isError: true })
      },
    })
  return (
    <PickDialog
      title="Macros"
      label="Search macros"
      options={(list.data ?? []).map(({ id, name, body }) => ({ id, label: name, description: body.slice(0, 90) }))}
      onPick={pick}
      empty={list.isPending ? 'Loading macros…' : 'No macros. Admins create them in the settings.'}
      onClose={onClose}
    >
      <ErrorAlert error={apply.error ?? list.error} title="Couldn't use the macro" />
    </PickDialog>
  )
}
