import { Paper, Stack, TagsInput, TextInput } from '@mantine/core'
import { fieldError, fieldErrorUnder } from '../ui/field-errors.ts'
import { useSavedFormDraft } from '../ui/form-draft.ts'
import { SaveForm } from '../ui/save-form.tsx'
import { Section } from '../ui/section.tsx'
import { splitTags } from '../ui/tags.ts'
import { textOrNull } from '../ui/text.ts'
import { type Customer, customers } from './customers.ts'

const toFields = ({ name, company, tags }: Customer) => ({ name: name ?? '', company: company ?? '', tags })

export function CustomerForm({ customer, canEdit }: { customer: Customer; canEdit: boolean }) {
  const change = customers.useUpdate(customer.id, { version: customer.version })
  const draft = useSavedFormDraft(toFields(customer), change)
  const { fields, edit } = draft
  const save = () => {
    const body = { name: textOrNull(fields.name), company: textOrNull(fields.company), tags: fields.tags }
    change.mutate(body, { onSuccess: (saved) => draft.markSaved(fields, toFields(saved)) })
  }
  return (
    <Section title="Details">
      <SaveForm
        what="this customer"
        errorTitle="Couldn't save the changes"
        draft={draft}
        mutation={change}
        canEdit={canEdit}
        gap="sm"
        onSave={save}
      >
        <Paper withBorder p="md">
          <Stack gap="md">
            <TextInput
              label="Name"
              value={fields.name}
              onChange={(event) => edit({ name: event.currentTarget.value })}
              error={fieldError(change.error, '/name')}
              readOnly={!canEdit}
              maxLength={200}
            />
            <TextInput
              label="Company"
              value={fields.company}
              onChange={(event) => edit({ company: event.currentTarget.value })}
              error={fieldError(change.error, '/company')}
              readOnly={!canEdit}
              maxLength={200}
            />
            <TagsInput
              label="Tags"
              description="Promotions can require a tag."
              value={fields.tags}
              onChange={(tags) => edit({ tags: splitTags(tags, fields.tags) })}
              error={fieldErrorUnder(change.error, '/tags')}
              readOnly={!canEdit}
              maxLength={50}
              acceptValueOnBlur
            />
          </Stack>
        </Paper>
      </SaveForm>
    </Section>
  )
}
