import { Box, Button, Grid, Group, Paper, Text } from '@mantine/core'
import { useState } from 'react'
import { toldPlainly } from '../parts/faults.ts'
import { Page } from '../parts/page.tsx'
import { SaveForm } from '../parts/save-form.tsx'
import { useSavedDraft } from '../parts/saved-draft.ts'
import { Section } from '../parts/section.tsx'
import { fullTime } from '../parts/when.tsx'
import { StateBadge } from './badges.tsx'
import { CompleteDialog, DiscardDialog } from './complete-dialog.tsx'
import { changesIn, draftNameOf, fieldsOf, obstacleIn } from './draft-fields.ts'
import { DraftForm } from './draft-form.tsx'
import { Sums } from './items-part.tsx'
import { STATUS } from './order-words.ts'
import { type Order, useChangeOrder } from './orders.ts'
import { StaffForm } from './staff-form.tsx'
import { TimelinePart } from './timeline-part.tsx'

interface Props {
  order: Order
  mayAct: boolean
  /** Of what the order's own page tells, once it is one. */
  onNews: (words: string) => void
}

export function DraftPage({ order, mayAct, onNews }: Props) {
  const { currency, number } = order
  const change = useChangeOrder(order.id)
  const draft = useSavedDraft(fieldsOf(order), change)
  const [asked, setAsked] = useState<'complete' | 'discard'>()
  const { fields } = draft
  const save = () =>
    change.mutate(
      { body: changesIn(fields, fieldsOf(order), currency), ifMatch: order.version },
      { onSuccess: (saved) => draft.settle(fields, fieldsOf(saved)) },
    )
  const close = (words?: string) => {
    setAsked(undefined)
    if (words) onNews(words)
  }
  const AskedDialog = asked && (asked === 'complete' ? CompleteDialog : DiscardDialog)
  return (
    <Page
      title={`Draft #${number}`}
      back="Orders"
      actions={
        mayAct ? (
          <Group gap="xs">
            <Button onClick={() => setAsked('complete')} disabled={draft.isEdited}>
              {draft.isEdited ? 'Save it first' : 'Make it an order'}
            </Button>
            <Button variant="outline" color="red" onClick={() => setAsked('discard')}>
              Discard the draft
            </Button>
          </Group>
        ) : null
      }
    >
      <Group gap="xs">
        <StateBadge look={STATUS.draft} />
        <Text size="sm" c="dimmed">
          {`Begun ${fullTime(order.placedAt)}. It holds no stock, and the buyer is not told.`}
        </Text>
      </Group>
      <SaveForm
        what="this draft"
        refused="The changes were not saved"
        draft={draft}
        saving={change}
        error={toldPlainly(change.error, draftNameOf(fields))}
        mayChange={mayAct}
        saveLabel="Save the draft"
        obstacle={obstacleIn(fields, currency)}
        gap="sm"
        onSave={save}
      >
        <DraftForm fields={fields} currency={currency} onEdit={draft.edit} error={change.error} readOnly={!mayAct}>
          <Box mt="lg">
            <Section title={draft.isEdited ? 'What it came to when it was saved' : 'What it comes to'}>
              <Paper withBorder>
                <Sums order={order} />
              </Paper>
            </Section>
          </Box>
        </DraftForm>
      </SaveForm>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <TimelinePart id={order.id} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <StaffForm order={order} mayChange={mayAct} />
        </Grid.Col>
      </Grid>
      {AskedDialog ? <AskedDialog order={order} onClose={close} /> : null}
    </Page>
  )
}
