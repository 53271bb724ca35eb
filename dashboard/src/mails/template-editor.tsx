import { Button, Grid, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { SaveForm } from '../parts/save-form.tsx'
import { useSavedDraft } from '../parts/saved-draft.ts'
import { type MailTemplate, type TemplateText, useSaveTemplate } from './mails.ts'
import { ResetTemplateDialog } from './reset-template-dialog.tsx'
import { TemplateInputs } from './template-inputs.tsx'
import { TemplatePreview } from './template-preview.tsx'

export function TemplateEditor({ template, mayChange }: { template: MailTemplate; mayChange: boolean }) {
  const save = useSaveTemplate(template)
  const draft = useSavedDraft<TemplateText>(textOf(template), save)
  const [isResetting, setIsResetting] = useState(false)
  const { fields } = draft
  const send = () =>
    save.mutate(fields, {
      onSuccess: (saved) => draft.settle(fields, textOf(saved), 'Saved. The next mail is written in these words.'),
    })
  return (
    <Stack gap="lg">
      <SaveForm
        what="this e-mail"
        refused="The e-mail was not saved"
        draft={draft}
        saving={save}
        mayChange={mayChange}
        onSave={send}
      >
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, md: 6 }}>
            <TemplateInputs
              fields={fields}
              placeholders={template.placeholders}
              onEdit={draft.edit}
              readOnly={!mayChange}
              error={save.error}
            />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 6 }}>
            <TemplatePreview kind={template.kind} fields={fields} />
          </Grid.Col>
        </Grid>
      </SaveForm>
      {mayChange && !template.isDefault ? (
        <Group>
          <Button variant="outline" color="red" onClick={() => setIsResetting(true)}>
            Back to the built-in words
          </Button>
        </Group>
      ) : null}
      {isResetting ? (
        <ResetTemplateDialog
          template={template}
          onClose={() => setIsResetting(false)}
          onReset={() => {
            setIsResetting(false)
            draft.discard()
            draft.tell('These are the built-in words again.')
          }}
        />
      ) : null}
    </Stack>
  )
}

const textOf = ({ subject, body, enabled }: MailTemplate): TemplateText => ({ subject, body, enabled })
