import { Paper, Stack } from '@mantine/core'
import { toldPlainly } from '../parts/faults.ts'
import { SaveForm } from '../parts/save-form.tsx'
import { useSavedDraft } from '../parts/saved-draft.ts'
import { Section } from '../parts/section.tsx'
import { changesIn, fieldsOf, labelOf } from './card-fields.ts'
import { DetailInputs } from './detail-inputs.tsx'
import { type GiftCard, useChangeGiftCard } from './gift-cards.ts'

export function DetailsForm({ card, mayChange }: { card: GiftCard; mayChange: boolean }) {
  const saved = fieldsOf(card)
  const change = useChangeGiftCard(card.id)
  const draft = useSavedDraft(saved, change)
  const { fields } = draft
  const save = () =>
    change.mutate(
      { body: changesIn(fields, saved), ifMatch: card.version },
      { onSuccess: (now) => draft.settle(fields, fieldsOf(now)) },
    )
  return (
    <Section title="Details">
      <SaveForm
        what="this gift card"
        refused="The changes were not saved"
        draft={draft}
        saving={change}
        error={toldPlainly(change.error, labelOf)}
        mayChange={mayChange}
        gap="sm"
        onSave={save}
      >
        <Paper withBorder p="md">
          <Stack gap="md">
            <DetailInputs
              fields={fields}
              onEdit={draft.edit}
              error={change.error}
              readOnly={!mayChange}
              hasEnded={card.status !== 'active'}
            />
          </Stack>
        </Paper>
      </SaveForm>
    </Section>
  )
}
