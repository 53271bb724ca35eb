import { Paper, Stack, TagsInput, Textarea } from '@mantine/core'
import { faultAt, faultUnder } from '../parts/faults.ts'
import { SaveForm } from '../parts/save-form.tsx'
import { useSavedDraft } from '../parts/saved-draft.ts'
import { Section } from '../parts/section.tsx'
import { splitTags } from '../parts/tags.ts'
import { type Order, useChangeOrder } from './orders.ts'

const fieldsOf = ({ staffNote, tags }: Order) => ({ staffNote: staffNote ?? '', tags })

export function StaffForm({ order, mayChange }: { order: Order; mayChange: boolean }) {
  const change = useChangeOrder(order.id)
  const draft = useSavedDraft(fieldsOf(order), change)
  const { fields, edit } = draft
  const save = () => {
    const body = { staffNote: fields.staffNote.trim() || null, tags: fields.tags }
    change.mutate({ body, ifMatch: order.version }, { onSuccess: (saved) => draft.settle(fields, fieldsOf(saved)) })
  }
  return (
    <Section title="For staff">
      <SaveForm
        what="this order"
        refused="The changes were not saved"
        draft={draft}
        saving={change}
        mayChange={mayChange}
        gap="sm"
        onSave={save}
      >
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
      </SaveForm>
    </Section>
  )
}
