import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { afterwards, DraftRefusal, type DraftState, type RefusalProps } from './draft-refusal.tsx'
import { SaveBar } from './save-bar.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'

interface Props extends RefusalProps {
  draft: DraftState & { news: string }
  mayChange: boolean
  saveLabel?: string
  /** Why it can't be saved as it is. */
  obstacle?: string | undefined
  gap?: 'sm' | 'lg'
  onSave: () => void
  children: ReactNode
}

/** A form on a page: it is saved, or refused, at its foot, and is not left without being asked. */
export function SaveForm({ mayChange, saveLabel = 'Save', obstacle, gap = 'lg', onSave, children, ...refusal }: Props) {
  const { draft, saving } = refusal
  const inTheWay = draft.isOvertaken ? 'Decide first.' : draft.isEdited ? obstacle : undefined
  return (
    <>
      <UnsavedGuard isEdited={draft.isEdited} />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!saving.isPending && draft.isEdited && inTheWay === undefined) onSave()
        }}
      >
        <Stack gap={gap}>
          {children}
          {mayChange ? (
            <SaveBar
              isEdited={draft.isEdited}
              isSaving={saving.isPending}
              saveLabel={saveLabel}
              obstacle={inTheWay}
              news={draft.news}
              onDiscard={afterwards(saving, draft.discard)}
            >
              <DraftRefusal {...refusal} />
            </SaveBar>
          ) : null}
        </Stack>
      </form>
    </>
  )
}
