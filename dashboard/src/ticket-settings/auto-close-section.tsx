import { NumberInput, Paper, Stack, Switch } from '@mantine/core'
import { fieldError } from '../ui/field-errors.ts'
import { useSavedFormDraft } from '../ui/form-draft.ts'
import { SaveForm } from '../ui/save-form.tsx'
import { Section } from '../ui/section.tsx'
import { type AutoClose, useReplaceAutoClose } from './ticket-settings.ts'

const toFields = ({ active, pendingDays }: AutoClose) => ({ active, pendingDays })

export function AutoCloseSection({ settings, canEdit }: { settings: AutoClose; canEdit: boolean }) {
  const replace = useReplaceAutoClose(settings.version)
  const draft = useSavedFormDraft(toFields(settings), replace)
  const { fields } = draft
  return (
    <Section
      title="Auto-close"
      about="Resolves tickets that wait for the customer without a message. An answer reopens the ticket."
    >
      <SaveForm
        what="auto-close"
        errorTitle="Couldn't save auto-close"
        draft={draft}
        mutation={replace}
        canEdit={canEdit}
        gap="sm"
        onSave={() =>
          replace.mutate(fields, { onSuccess: (saved) => draft.markSaved(fields, toFields(saved), 'Auto-close saved') })
        }
      >
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <Stack gap="sm">
            <Switch
              label="Resolve pending tickets automatically"
              checked={fields.active}
              disabled={!canEdit}
              onChange={(event) => draft.edit({ active: event.currentTarget.checked })}
            />
            <NumberInput
              label="After"
              suffix=" days"
              min={1}
              max={365}
              allowDecimal={false}
              value={fields.pendingDays}
              readOnly={!canEdit}
              onChange={(days) => draft.edit({ pendingDays: Number(days) || 1 })}
              error={fieldError(replace.error, '/pendingDays')}
              maw={200}
            />
          </Stack>
        </Paper>
      </SaveForm>
    </Section>
  )
}
