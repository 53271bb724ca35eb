import { Box, Button, Grid, Group, Paper, Text } from '@mantine/core'
import { useState } from 'react'
import { withLabeledDetails } from '../../ui/field-errors.ts'
import { useSavedFormDraft } from '../../ui/form-draft.ts'
import { Page } from '../../ui/page.tsx'
import { SaveForm } from '../../ui/save-form.tsx'
import { Section } from '../../ui/section.tsx'
import { formatDateTime } from '../../ui/time.tsx'
import { StatusBadge } from '../badges.tsx'
import { OrderTotals } from '../items-section.tsx'
import { ORDER_STATUS_LABELS } from '../order-labels.ts'
import { type Order, orders } from '../orders.ts'
import { StaffForm } from '../staff-form.tsx'
import { TimelineSection } from '../timeline-section.tsx'
import { CompleteDraftDialog, DiscardDraftDialog } from './draft-dialogs.tsx'
import { diffDraft, draftLabelFor, toDraftFields, validateDraft } from './draft-fields.ts'
import { DraftForm } from './draft-form.tsx'

interface Props {
  order: Order
  canEdit: boolean
  /** Messages shown on the order page, which replaces this one once the draft is completed. */
  onMessage: (message: string) => void
}

export function DraftPage({ order, canEdit, onMessage }: Props) {
  const { currency, number } = order
  const change = orders.useUpdate(order.id, { version: order.version })
  const draft = useSavedFormDraft(toDraftFields(order), change)
  const [dialog, setDialog] = useState<'complete' | 'discard'>()
  const { fields } = draft
  const save = () =>
    change.mutate(diffDraft(fields, toDraftFields(order), currency), {
      onSuccess: (saved) => draft.markSaved(fields, toDraftFields(saved)),
    })
  const close = (message?: string) => {
    setDialog(undefined)
    if (message) onMessage(message)
  }
  const ActiveDialog = dialog && (dialog === 'complete' ? CompleteDraftDialog : DiscardDraftDialog)
  return (
    <Page
      title={`Draft #${number}`}
      back="Orders"
      actions={
        canEdit ? (
          <Group gap="xs">
            <Button onClick={() => setDialog('complete')} disabled={draft.isDirty}>
              {draft.isDirty ? 'Save before creating' : 'Create order'}
            </Button>
            <Button variant="outline" color="red" onClick={() => setDialog('discard')}>
              Discard draft
            </Button>
          </Group>
        ) : null
      }
    >
      <Group gap="xs">
        <StatusBadge display={ORDER_STATUS_LABELS.draft} />
        <Text size="sm" c="dimmed">
          {`Created ${formatDateTime(order.placedAt)}. A draft commits no stock, and the customer is not notified.`}
        </Text>
      </Group>
      <SaveForm
        what="this draft"
        errorTitle="Couldn't save the changes"
        draft={draft}
        mutation={change}
        error={withLabeledDetails(change.error, draftLabelFor(fields))}
        canEdit={canEdit}
        saveLabel="Save draft"
        validationError={validateDraft(fields, currency)}
        gap="sm"
        onSave={save}
      >
        <DraftForm fields={fields} currency={currency} onEdit={draft.edit} error={change.error} readOnly={!canEdit}>
          <Box mt="lg">
            <Section title={draft.isDirty ? 'Last saved totals' : 'Totals'}>
              <Paper withBorder>
                <OrderTotals order={order} />
              </Paper>
            </Section>
          </Box>
        </DraftForm>
      </SaveForm>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <TimelineSection id={order.id} canEdit={canEdit} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <StaffForm order={order} canEdit={canEdit} />
        </Grid.Col>
      </Grid>
      {ActiveDialog ? <ActiveDialog order={order} onClose={close} /> : null}
    </Page>
  )
}
