import { Paper, Stack } from '@mantine/core'
import { useState } from 'react'
import { useDraft } from '../parts/draft.ts'
import { Failure } from '../parts/failure.tsx'
import { isOvertaken } from '../parts/faults.ts'
import { Overtaken } from '../parts/overtaken.tsx'
import { SaveBar } from '../parts/save-bar.tsx'
import { Section } from '../parts/section.tsx'
import { UnsavedGuard } from '../parts/unsaved-guard.tsx'
import { changesIn, fieldsOf } from './card-fields.ts'
import { DetailInputs } from './detail-inputs.tsx'
import { type GiftCard, useChangeGiftCard } from './gift-cards.ts'

export function DetailsForm({ card, mayChange }: { card: GiftCard; mayChange: boolean }) {
  const saved = fieldsOf(card)
  const draft = useDraft(saved)
  const change = useChangeGiftCard(card.id)
  const [news, setNews] = useState('')
  const { fields } = draft
  const save = () =>
    change.mutate(
      { body: changesIn(fields, saved), ifMatch: card.version },
      {
        onSuccess: (now) => {
          draft.settle(fields, fieldsOf(now))
          setNews('Saved.')
        },
      },
    )
  const decided = (deed: () => void) => () => {
    change.reset()
    deed()
  }
  return (
    <Section title="Details">
      <UnsavedGuard isEdited={draft.isEdited} />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!change.isPending && draft.isEdited && !draft.isOvertaken) save()
        }}
      >
        <Stack gap="sm">
          <Paper withBorder p="md">
            <Stack gap="md">
              <DetailInputs
                fields={fields}
                onEdit={(changes) => {
                  setNews('')
                  if (!isOvertaken(change.error)) change.reset()
                  draft.edit(changes)
                }}
                error={change.error}
                readOnly={!mayChange}
                hasEnded={card.status !== 'active'}
              />
            </Stack>
          </Paper>
          {mayChange ? (
            <SaveBar isEdited={draft.isEdited} isSaving={change.isPending} news={news} onDiscard={draft.discard}>
              {draft.isOvertaken ? (
                <Overtaken
                  what="this gift card"
                  onKeepMine={decided(draft.keepMine)}
                  onTakeTheirs={decided(draft.discard)}
                />
              ) : null}
              {isOvertaken(change.error) ? null : <Failure error={change.error} title="The changes were not saved" />}
            </SaveBar>
          ) : null}
        </Stack>
      </form>
    </Section>
  )
}
