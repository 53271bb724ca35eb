import { Paper, Stack, TagsInput, Textarea } from '@mantine/core'
import { fieldError, fieldErrorUnder } from '../ui/field-errors.ts'
import { useSavedFormDraft } from '../ui/form-draft.ts'
import { SaveForm } from '../ui/save-form.tsx'
import { Section } from '../ui/section.tsx'
import { splitTags } from '../ui/tags.ts'
import { textOrNull } from '../ui/text.ts'
import { type Order, orders } from './orders.ts'

const toStaffFields = ({ staffNote, tags }: Order) => ({ staffNote: staffNote ?? '', tags })

export function StaffForm({ order, canEdit }: { order: Order; canEdit: boolean }) {
  const change = orders.useUpdate(order.id, { version: order.version })
  const draft = useSavedFormDraft(toStaffFields(order), change)
  const { fields, edit } = draft
  const save = () => {
    const body = { staffNote: textOrNull(fields.staffNote), tags: fields.tags }
    change.mutate(body, { onSuccess: (saved) => draft.markSaved(fields, toStaffFields(saved)) })
  }
  return (
    <Section title="Notes and tags">
      <SaveForm
        what="this order"
        errorTitle="Couldn't save the changes"
        draft={draft}
        mutation={change}
        canEdit={canEdit}
        gap="sm"
        onSave={save}
      >
        <Paper withBorder p="md">
          <Stack gap="md">
            <Textarea
              label="Note"
              value={fields.staffNote}
              onChange={(event) => edit({ staffNote: event.currentTarget.value })}
              error={fieldError(change.error, '/staffNote')}
              readOnly={!canEdit}
              maxLength={2000}
              autosize
              minRows={2}
              maxRows={8}
            />
            <TagsInput
              label="Tags"
              value={fields.tags}
              onChange={(tags) => edit({ tags: splitTags(tags, fields.tags) })}
              error={fieldErrorUnder(change.error, '/tags')}
              readOnly={!canEdit}
              maxLength={100}
              acceptValueOnBlur
            />
          </Stack>
        </Paper>
      </SaveForm>
    </Section>
  )
}
