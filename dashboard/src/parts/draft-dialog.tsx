import { Alert, Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Dialog } from './dialog.tsx'
import { Failure } from './failure.tsx'
import { isOvertaken } from './faults.ts'
import { Overtaken } from './overtaken.tsx'

interface Props {
  title: string
  /** As in "Somebody else has changed this zone meanwhile". */
  what: string
  saveLabel: string
  draft: { isEdited: boolean; isOvertaken: boolean; keepMine: () => void; discard: () => void }
  saving: { isPending: boolean; error: Error | null; reset: () => void }
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
  const decided = (deed: () => void) => () => {
    saving.reset()
    deed()
  }
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
            {draft.isOvertaken ? (
              <Overtaken what={what} onKeepMine={decided(draft.keepMine)} onTakeTheirs={decided(draft.discard)} />
            ) : null}
            {isOvertaken(saving.error) ? null : <Failure error={error} title="It was not saved" />}
            {isOvertaken(saving.error) && !draft.isOvertaken ? (
              <Alert color="orange" role="alert">
                {`Somebody else has changed something about ${what} that this form does not show. Save again to keep both.`}
              </Alert>
            ) : null}
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
