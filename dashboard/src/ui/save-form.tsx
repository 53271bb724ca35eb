import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { SaveBar } from './save-bar.tsx'
import { type FormDraftState, resetThen, SaveError, type SaveErrorProps } from './save-error.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'

interface Props extends SaveErrorProps {
  draft: FormDraftState & { message: string }
  canEdit: boolean
  saveLabel?: string
  /** Why it can't be saved as it is. */
  validationError?: string | undefined
  gap?: 'sm' | 'lg'
  onSave: () => void
  children: ReactNode
}

/** A form on a page: it is saved, or refused, at its foot, and is not left without being asked. */
export function SaveForm({
  canEdit,
  saveLabel = 'Save',
  validationError,
  gap = 'lg',
  onSave,
  children,
  ...errorProps
}: Props) {
  const { draft, mutation } = errorProps
  const blockingError = draft.hasConflict ? 'Decide first.' : draft.isDirty ? validationError : undefined
  return (
    <>
      <UnsavedGuard isDirty={draft.isDirty} />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!mutation.isPending && draft.isDirty && blockingError === undefined) onSave()
        }}
      >
        <Stack gap={gap}>
          {children}
          {canEdit ? (
            <SaveBar
              isDirty={draft.isDirty}
              isSaving={mutation.isPending}
              saveLabel={saveLabel}
              validationError={blockingError}
              message={draft.message}
              onDiscard={resetThen(mutation, draft.discard)}
            >
              <SaveError {...errorProps} />
            </SaveBar>
          ) : null}
        </Stack>
      </form>
    </>
  )
}
