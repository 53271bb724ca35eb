import { NativeSelect, Paper, Stack, TagsInput, Textarea } from '@mantine/core'
import { members } from '../members/members.ts'
import { fieldError, fieldErrorUnder } from '../ui/field-errors.ts'
import { changedFields, useSavedFormDraft } from '../ui/form-draft.ts'
import { LabelSelect } from '../ui/label-select.tsx'
import { SaveForm } from '../ui/save-form.tsx'
import { Section } from '../ui/section.tsx'
import { splitTags } from '../ui/tags.ts'
import { textOrNull } from '../ui/text.ts'
import { assigneeName } from './lead-list.tsx'
import { type Lead, leads, NEXT_STATUSES, STATUS_LABELS } from './leads.ts'

const toFields = ({ status, assigneeId, staffNote, tags }: Lead) => ({
  status,
  assigneeId: assigneeId ?? '',
  staffNote: staffNote ?? '',
  tags,
})

/** What staff know about a lead. */
export function LeadForm({ lead, canEdit }: { lead: Lead; canEdit: boolean }) {
  const change = leads.useUpdate(lead.id, { version: lead.version })
  const people = members.useList()
  const saved = toFields(lead)
  const draft = useSavedFormDraft(saved, change)
  const { fields, edit } = draft
  const save = () => {
    const { status, assigneeId, staffNote, tags } = changedFields(fields, saved)
    const body = {
      ...(status !== undefined && status !== 'converted' && { status }),
      ...(assigneeId !== undefined && { assigneeId: textOrNull(assigneeId) }),
      ...(staffNote !== undefined && { staffNote: textOrNull(staffNote) }),
      ...(tags !== undefined && { tags }),
    }
    change.mutate(body, { onSuccess: (updated) => draft.markSaved(fields, toFields(updated)) })
  }
  return (
    <Section title="Progress">
      <SaveForm
        what="this lead"
        errorTitle="Couldn't save the changes"
        draft={draft}
        mutation={change}
        canEdit={canEdit}
        gap="sm"
        onSave={save}
      >
        <Paper withBorder p="md">
          <Stack gap="md">
            <LabelSelect
              label="Status"
              labels={STATUS_LABELS}
              values={NEXT_STATUSES[lead.status]}
              value={fields.status}
              onChange={(status) => edit({ status })}
              error={fieldError(change.error, '/status')}
              disabled={!canEdit}
            />
            <NativeSelect
              label="Assignee"
              data={toAssigneeOptions(fields.assigneeId, people.data ?? [])}
              value={fields.assigneeId}
              onChange={(event) => edit({ assigneeId: event.currentTarget.value })}
              error={fieldError(change.error, '/assigneeId')}
              disabled={!canEdit}
            />
            <TagsInput
              label="Tags"
              value={fields.tags}
              onChange={(tags) => edit({ tags: splitTags(tags, fields.tags) })}
              error={fieldErrorUnder(change.error, '/tags')}
              readOnly={!canEdit}
              maxLength={50}
              acceptValueOnBlur
            />
            <Textarea
              label="Note"
              description="Only your staff can see it."
              value={fields.staffNote}
              onChange={(event) => edit({ staffNote: event.currentTarget.value })}
              error={fieldError(change.error, '/staffNote')}
              readOnly={!canEdit}
              maxLength={10_000}
              autosize
              minRows={2}
              maxRows={8}
            />
          </Stack>
        </Paper>
      </SaveForm>
    </Section>
  )
}

function toAssigneeOptions(current: string, people: { userId: string; name: string }[]) {
  const options = [
    { value: '', label: 'Nobody' },
    ...people.map(({ userId, name }) => ({ value: userId, label: name })),
  ]
  const isListed = options.some(({ value }) => value === current)
  return isListed ? options : [...options, { value: current, label: assigneeName(current, people) }]
}
