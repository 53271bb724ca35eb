import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { SaveBar } from './save-bar.tsx'
import { type FormDraftState, resetThen, SaveError, type SaveErrorProps } from './save-error.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'

interface Props extends SaveErrorProps {
  draft: FormDraftState & { message: string }
  canEdit: boolean
  isNew?: boolean
  saveLabel?: string
  /** Why the form cannot be saved. */
  validationError?: string | undefined
  gap?: 'sm' | 'lg'
  onSave: () => void
  children: ReactNode
}

/** A form on a page, with save bar and errors at its end; warns before unsaved changes are lost. */
export function SaveForm({
  canEdit,
  isNew = false,
  saveLabel = 'Save',
  validationError,
  gap = 'lg',
  onSave,
  children,
  ...errorProps
}: Props) {
  const { draft, mutation } = errorProps
  const blockingError = draft.hasConflict
    ? 'Choose which version to keep.'
    : draft.isDirty
      ? validationError
      : undefined
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
              isNew={isNew}
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
