import { AskFirst } from '../parts/ask-first.tsx'
import { useDisableCode } from './codes.ts'

interface Props {
  id: string
  code: string
  onClose: (news?: string) => void
}

export function DisableCodeDialog({ id, code, onClose }: Props) {
  const disable = useDisableCode(id)
  return (
    <AskFirst
      title={`Disable ${code}?`}
      refused="It was not disabled"
      keepLabel="Keep it"
      deedLabel="Disable"
      doing={disable}
      onDo={() => disable.mutate(code, { onSuccess: () => onClose(`${code} is disabled.`) })}
      onClose={onClose}
    >
      Nobody can use it any more, and it can’t be enabled again. What it was used for stays in the list of uses.
    </AskFirst>
  )
}
