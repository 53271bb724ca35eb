import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { ConflictNotice } from './conflict-notice.tsx'
import { ErrorAlert } from './feedback.tsx'
import { isVersionConflict } from './field-errors.ts'

export interface FormDraftState {
  isDirty: boolean
  hasConflict: boolean
  keepMine: () => void
  discard: () => void
}

export interface SaveMutation {
  isPending: boolean
  error: Error | null
  reset: () => void
}

export interface SaveErrorProps {
  /** As in "Someone else changed this zone". */
  what: string
  /** Heading: what failed. */
  errorTitle: string
  draft: FormDraftState
  mutation: SaveMutation
  /** The error with the form's own labels. */
  error?: Error | null
  /** The other version, for comparison. */
  theirs?: ReactNode
}

/** Why a draft was not saved, and how to continue. */
export function SaveError({ what, errorTitle, draft, mutation, error = mutation.error, theirs }: SaveErrorProps) {
  if (draft.hasConflict) {
    return (
      <ConflictNotice
        what={what}
        onKeepMine={resetThen(mutation, draft.keepMine)}
        onTakeTheirs={resetThen(mutation, draft.discard)}
      >
        {theirs}
      </ConflictNotice>
    )
  }
  if (!isVersionConflict(mutation.error)) return <ErrorAlert error={error} title={errorTitle} />
  return (
    <Alert color="orange" role="alert">
      {`Someone else changed part of ${what} that this form does not show. Save again to keep both.`}
    </Alert>
  )
}

/** Clears the error once the user has decided about the draft. */
export const resetThen =
  ({ reset }: SaveMutation, action: () => void) =>
  () => {
    reset()
    action()
  }
