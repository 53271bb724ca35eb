import { Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Dialog } from './dialog.tsx'
import { type FormDraftState, SaveError, type SaveMutation } from './save-error.tsx'

interface Props {
  title: string
  /** As in "Someone else changed this zone". */
  what: string
  saveLabel: string
  draft: FormDraftState
  mutation: SaveMutation
  /** The error with the form's labels. */
  error: Error | null
  /** Why the form cannot be saved. */
  validationError?: string | undefined
  onSave: () => void
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog, for one entry of a list. */
export function EditDialog({
  title,
  what,
  saveLabel,
  draft,
  mutation,
  error,
  validationError,
  onSave,
  onClose,
  children,
}: Props) {
  const isReady = validationError === undefined && !draft.hasConflict
  const errorRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (mutation.error) errorRef.current?.scrollIntoView({ block: 'nearest' })
  }, [mutation.error])
  return (
    <Dialog size="lg" locked={mutation.isPending} onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!isReady || mutation.isPending) return
          // A tags input commits its last word on blur, so the button cannot wait until the form is dirty.
          if (draft.isDirty) onSave()
          else onClose()
        }}
      >
        <Stack gap="md">
          {children}
          <Stack gap="md" ref={errorRef}>
            <SaveError
              what={what}
              errorTitle="Couldn't save the changes"
              draft={draft}
              mutation={mutation}
              error={error}
            />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose} disabled={mutation.isPending}>
                Cancel
              </Button>
              <Button type="submit" loading={mutation.isPending} disabled={!isReady}>
                {saveLabel}
              </Button>
            </Group>
          </Stack>
        </Stack>
      </form>
    </Dialog>
  )
}
