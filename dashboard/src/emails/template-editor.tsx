import { Button, Grid, Group, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { useSavedFormDraft } from '../ui/form-draft.ts'
import { Loading } from '../ui/loading.tsx'
import { SaveForm } from '../ui/save-form.tsx'
import { EmailFrame } from './email-frame.tsx'
import {
  type EmailKind,
  type EmailTemplate,
  type TemplateInput,
  useResetTemplate,
  useTemplatePreview,
  useUpdateTemplate,
} from './emails.ts'
import { TemplateInputs } from './template-inputs.tsx'

export function TemplateEditor({ template, canEdit }: { template: EmailTemplate; canEdit: boolean }) {
  const update = useUpdateTemplate(template)
  const draft = useSavedFormDraft<TemplateInput>(toTemplateInput(template), update)
  const [isResetting, setIsResetting] = useState(false)
  const { fields } = draft
  const save = () =>
    update.mutate(fields, {
      onSuccess: (saved) =>
        draft.markSaved(fields, toTemplateInput(saved), 'Saved. The next mail is written in these words.'),
    })
  return (
    <Stack gap="lg">
      <SaveForm
        what="this e-mail"
        errorTitle="The e-mail was not saved"
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
      {canEdit && !template.isDefault ? (
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
            draft.setMessage('These are the built-in words again.')
          }}
        />
      ) : null}
    </Stack>
  )
}

const toTemplateInput = ({ subject, body, enabled }: EmailTemplate): TemplateInput => ({ subject, body, enabled })

interface ResetTemplateDialogProps {
  template: EmailTemplate
  onClose: () => void
  onReset: () => void
}

export function ResetTemplateDialog({ template, onClose, onReset }: ResetTemplateDialogProps) {
  const reset = useResetTemplate(template)
  return (
    <ConfirmDialog
      title="Back to the built-in words?"
      errorTitle="Your words were kept"
      cancelLabel="Keep mine"
      confirmLabel="Go back"
      mutation={reset}
      onConfirm={() => reset.mutate(undefined, { onSuccess: onReset })}
      onClose={onClose}
    >
      Your words are lost: copy them first if you may want them again.
    </ConfirmDialog>
  )
}

const DEBOUNCE_MS = 400

/** Renders the unsaved template with a sample order. */
export function TemplatePreview({ kind, fields }: { kind: EmailKind; fields: TemplateInput }) {
  const [debounced] = useDebouncedValue(fields, DEBOUNCE_MS)
  const preview = useTemplatePreview(kind, debounced)
  return (
    <Stack gap="xs" component="section" aria-label="Preview">
      <Text size="sm" c="dimmed">
        What a buyer would get, of an invented order.
      </Text>
      <ErrorAlert error={preview.error} title="There is no preview of this" />
      {preview.isPending ? <Loading what="the preview" rows={3} /> : null}
      {preview.data ? <EmailFrame email={preview.data} /> : null}
    </Stack>
  )
}
