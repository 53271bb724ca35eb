import { Button, Grid, Group, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { useSavedFormDraft } from '../ui/form-draft.ts'
import { SaveForm } from '../ui/save-form.tsx'
import { EmailFrame } from './email-frame.tsx'
import { type EmailKind, type EmailTemplate, emailTemplates, type TemplateInput, useTemplatePreview } from './emails.ts'
import { TemplateInputs } from './template-inputs.tsx'

export function TemplateEditor({ template, canEdit }: { template: EmailTemplate; canEdit: boolean }) {
  const update = emailTemplates.useReplace(template.kind, { version: template.version })
  const draft = useSavedFormDraft<TemplateInput>(toTemplateInput(template), update)
  const [isResetting, setIsResetting] = useState(false)
  const { fields } = draft
  const save = () =>
    update.mutate(fields, {
      onSuccess: (saved) => draft.markSaved(fields, toTemplateInput(saved), 'Email template saved'),
    })
  return (
    <Stack gap="lg">
      <SaveForm
        what="this email"
        errorTitle="Couldn't save the email template"
        draft={draft}
        mutation={update}
        canEdit={canEdit}
        onSave={save}
      >
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, md: 6 }}>
            <TemplateInputs
              fields={fields}
              placeholders={template.placeholders}
              onEdit={draft.edit}
              readOnly={!canEdit}
              error={update.error}
            />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 6 }}>
            <TemplatePreview kind={template.kind} fields={fields} />
          </Grid.Col>
        </Grid>
      </SaveForm>
      {canEdit && !template.default ? (
        <Group>
          <Button variant="outline" color="red" onClick={() => setIsResetting(true)}>
            Reset to default
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
            draft.setMessage('Email template reset')
          }}
        />
      ) : null}
    </Stack>
  )
}

const toTemplateInput = ({ subject, body, active }: EmailTemplate): TemplateInput => ({ subject, body, active })

interface ResetTemplateDialogProps {
  template: EmailTemplate
  onClose: () => void
  onReset: () => void
}

function ResetTemplateDialog({ template, onClose, onReset }: ResetTemplateDialogProps) {
  const reset = emailTemplates.useDelete(template.kind, { version: template.version })
  return (
    <ConfirmDialog
      title="Reset to default?"
      errorTitle="Couldn't reset the email template"
      cancelLabel="Cancel"
      confirmLabel="Reset"
      mutation={reset}
      onConfirm={() => reset.mutate(undefined, { onSuccess: onReset })}
      onClose={onClose}
    >
      This deletes your version of the template. This can't be undone.
    </ConfirmDialog>
  )
}

const DEBOUNCE_MS = 400

/** Renders the unsaved template with a sample order. */
function TemplatePreview({ kind, fields }: { kind: EmailKind; fields: TemplateInput }) {
  const [debounced] = useDebouncedValue(fields, DEBOUNCE_MS)
  const preview = useTemplatePreview(kind, debounced)
  return (
    <Stack gap="xs" component="section" aria-label="Preview">
      <Text size="sm" c="dimmed">
        Preview with a sample order
      </Text>
      <ErrorAlert error={preview.error} title="Couldn't load the preview" />
      {preview.isPending ? <Loading what="preview" rows={3} /> : null}
      {preview.data ? <EmailFrame email={preview.data} /> : null}
    </Stack>
  )
}
