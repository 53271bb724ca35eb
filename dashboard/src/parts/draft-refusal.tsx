import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { Failure } from './failure.tsx'
import { isOvertaken } from './faults.ts'
import { Overtaken } from './overtaken.tsx'

export interface DraftState {
  isEdited: boolean
  isOvertaken: boolean
  keepMine: () => void
  discard: () => void
}

export interface Saving {
  isPending: boolean
  error: Error | null
  reset: () => void
}

export interface RefusalProps {
  /** As in "Somebody else has changed this zone meanwhile". */
  what: string
  /** What was not done, as a heading. */
  refused: string
  draft: DraftState
  saving: Saving
  /** The refusal in words of the form, where it has its own. */
  error?: Error | null
  /** What the other has saved, to compare. */
  theirs?: ReactNode
}

/** Why a draft was not saved, and what its writer can do. */
export function DraftRefusal({ what, refused, draft, saving, error = saving.error, theirs }: RefusalProps) {
  if (draft.isOvertaken) {
    return (
      <Overtaken
        what={what}
        onKeepMine={afterwards(saving, draft.keepMine)}
        onTakeTheirs={afterwards(saving, draft.discard)}
      >
        {theirs}
      </Overtaken>
    )
  }
  if (!isOvertaken(saving.error)) return <Failure error={error} title={refused} />
  return (
    <Alert color="orange" role="alert">
      {`Somebody else has changed something about ${what} that this form does not show. Save again to keep both.`}
    </Alert>
  )
}

/** Once it is decided what becomes of the draft, why it was refused is no longer told. */
export const afterwards =
  ({ reset }: Saving, deed: () => void) =>
  () => {
    reset()
    deed()
  }
