import { Paper, Stack, TagsInput, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useDraft } from '../parts/draft.ts'
import { Failure } from '../parts/failure.tsx'
import { faultAt, faultUnder, isOvertaken } from '../parts/faults.ts'
import { Overtaken } from '../parts/overtaken.tsx'
import { SaveBar } from '../parts/save-bar.tsx'
import { Section } from '../parts/section.tsx'
import { splitTags } from '../parts/tags.ts'
import { UnsavedGuard } from '../parts/unsaved-guard.tsx'
import { type Order, useChangeOrder } from './orders.ts'

const fieldsOf = ({ staffNote, tags }: Order) => ({ staffNote: staffNote ?? '', tags })

export function StaffForm({ order, mayChange }: { order: Order; mayChange: boolean }) {
  const draft = useDraft(fieldsOf(order))
  const change = useChangeOrder(order.id)
  const [news, setNews] = useState('')
  const { fields } = draft
  const edit = (changes: Partial<typeof fields>) => {
    setNews('')
    if (!isOvertaken(change.error)) change.reset()
    draft.edit(changes)
  }
  const save = () => {
    const body = { staffNote: fields.staffNote.trim() || null, tags: fields.tags }
    change.mutate(
      { body, ifMatch: order.version },
      {
        onSuccess: (saved) => {
          draft.settle(fields, fieldsOf(saved))
          setNews('Saved.')
        },
      },
    )
  }
  const decided = (deed: () => void) => () => {
    change.reset()
    deed()
  }
  return (
    <Section title="For staff">
      <UnsavedGuard isEdited={draft.isEdited} />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!change.isPending && draft.isEdited && !draft.isOvertaken) save()
        }}
      >
        <Stack gap="sm">
          <Paper withBorder p="md">
            <Stack gap="md">
              <Textarea
                label="Note"
                value={fields.staffNote}
                onChange={(event) => edit({ staffNote: event.currentTarget.value })}
                error={faultAt(change.error, '/staffNote')}
                readOnly={!mayChange}
                maxLength={2000}
                autosize
                minRows={2}
                maxRows={8}
              />
              <TagsInput
                label="Tags"
                value={fields.tags}
                onChange={(tags) => edit({ tags: splitTags(tags, fields.tags) })}
                error={faultUnder(change.error, '/tags')}
                readOnly={!mayChange}
                maxLength={100}
                acceptValueOnBlur
              />
            </Stack>
          </Paper>
          {mayChange ? (
            <SaveBar
              isEdited={draft.isEdited}
              isSaving={change.isPending}
              obstacle={draft.isOvertaken ? 'Decide first.' : undefined}
              news={news}
              onDiscard={decided(draft.discard)}
            >
              {draft.isOvertaken ? (
                <Overtaken
                  what="this order"
                  onKeepMine={decided(draft.keepMine)}
                  onTakeTheirs={decided(draft.discard)}
                />
              ) : (
                <Failure error={change.error} title="The changes were not saved" />
              )}
            </SaveBar>
          ) : null}
        </Stack>
      </form>
    </Section>
  )
}
