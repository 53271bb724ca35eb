import { Paper, Stack, Textarea, TextInput } from '@mantine/core'
import { fieldError } from '../ui/field-errors.ts'
import { useSavedFormDraft } from '../ui/form-draft.ts'
import { SaveForm } from '../ui/save-form.tsx'
import { Section } from '../ui/section.tsx'
import { type SectionProps, toChanges, toFields, validateCollection } from './collection-fields.ts'
import { type Collection, useUpdateCollection } from './collections.ts'
import { DetailsSection } from './details-section.tsx'
import { RulesSection } from './rules-section.tsx'

interface Props {
  collection: Collection
  currency: string
  canEdit: boolean
}

export function CollectionForm({ collection, currency, canEdit }: Props) {
  const { kind } = collection
  const saved = toFields(collection, currency)
  const savedJson = JSON.stringify(saved)
  const save = useUpdateCollection(collection, (latest) => JSON.stringify(toFields(latest, currency)) === savedJson)
  const draft = useSavedFormDraft(saved, save)
  const { fields } = draft
  const sectionProps: SectionProps = {
    fields,
    edit: draft.edit,
    readOnly: !canEdit,
    errorAt: (path) => fieldError(save.error, path),
  }
  const submit = () =>
    save.mutate(toChanges(fields, kind), {
      onSuccess: (latest) => draft.markSaved(fields, toFields(latest, currency)),
    })
  return (
    <SaveForm
      what="this collection"
      errorTitle="Couldn't save the collection"
      draft={draft}
      mutation={save}
      canEdit={canEdit}
      validationError={validateCollection(fields, kind)}
      onSave={submit}
    >
      <DetailsSection {...sectionProps} kind={kind} />
      {kind === 'rules' ? <RulesSection {...sectionProps} currency={currency} /> : null}
      <SeoSection {...sectionProps} />
    </SaveForm>
  )
}

function SeoSection({ fields, edit, readOnly, errorAt }: SectionProps) {
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Section title="Search engine listing" about="If empty, the title and description of the collection are used.">
        <Stack gap="md">
          <TextInput
            label="Page title"
            placeholder={fields.title}
            value={fields.seoTitle}
            onChange={(event) => edit({ seoTitle: event.currentTarget.value })}
            maxLength={255}
            readOnly={readOnly}
            error={errorAt('/seo/title')}
          />
          <Textarea
            label="Meta description"
            value={fields.seoDescription}
            onChange={(event) => edit({ seoDescription: event.currentTarget.value })}
            maxLength={1000}
            autosize
            minRows={2}
            readOnly={readOnly}
            error={errorAt('/seo/description')}
          />
        </Stack>
      </Section>
    </Paper>
  )
}
