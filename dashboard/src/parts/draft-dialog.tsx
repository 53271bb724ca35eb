import { Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Dialog } from './dialog.tsx'
import { DraftRefusal, type DraftState, type Saving } from './draft-refusal.tsx'

interface Props {
  title: string
  /** As in "Somebody else has changed this zone meanwhile". */
  what: string
  saveLabel: string
  draft: DraftState
  saving: Saving
  /** The refusal in words of the form. */
  error: Error | null
  /** Why it can't be saved as it is. */
  obstacle?: string | undefined
  onSave: () => void
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog, for what is one of many on its page. */
export function DraftDialog({
  title,
  what,
  saveLabel,
  draft,
  saving,
  error,
  obstacle,
  onSave,
  onClose,
  children,
}: Props) {
  const isReady = obstacle === undefined && !draft.isOvertaken
  const refusal = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (saving.error) refusal.current?.scrollIntoView({ block: 'nearest' })
  }, [saving.error])
  return (
    <Dialog size="lg" locked={saving.isPending} onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!isReady || saving.isPending) return
          // A field of tags takes its last word when it is left, so the button does not wait for something to save.
          if (draft.isEdited) onSave()
          else onClose()
        }}
      >
        <Stack gap="md">
          {children}
          <Stack gap="md" ref={refusal}>
            <DraftRefusal what={what} refused="It was not saved" draft={draft} saving={saving} error={error} />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose} disabled={saving.isPending}>
                Cancel
              </Button>
              <Button type="submit" loading={saving.isPending} disabled={!isReady}>
                {saveLabel}
              </Button>
            </Group>
          </Stack>
        </Stack>
      </form>
    </Dialog>
  )
}
