import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useDraft } from '../parts/draft.ts'
import { Failure } from '../parts/failure.tsx'
import { isOvertaken, toldPlainly } from '../parts/faults.ts'
import { Overtaken } from '../parts/overtaken.tsx'
import { SaveBar } from '../parts/save-bar.tsx'
import { UnsavedGuard } from '../parts/unsaved-guard.tsx'
import { AboutPart } from './about-part.tsx'
import { faultBelow, labelOf } from './faults-below.ts'
import { FormParts } from './form-parts.tsx'
import { changesIn, obstacleIn, type PartProps, toFields } from './promotion-fields.ts'
import { type Promotion, useSavePromotion } from './promotions.ts'

interface Props {
  promotion: Promotion
  currency: string
  mayChange: boolean
}

const WHO = { automatic: 'Everybody gets it, by itself.', code: 'Who gives one of its codes gets it.' } as const

export function PromotionForm({ promotion, currency, mayChange }: Props) {
  const saved = toFields(promotion, currency)
  const draft = useDraft(saved)
  const save = useSavePromotion(promotion.id)
  const [isSaved, setIsSaved] = useState(false)
  const { fields } = draft
  const part: PartProps = {
    fields,
    edit: (changes) => {
      setIsSaved(false)
      if (!isOvertaken(save.error)) save.reset()
      draft.edit(changes)
    },
    readOnly: !mayChange,
    currency,
    faultOf: (path) => faultBelow(save.error, path),
  }
  const send = () =>
    save.mutate(
      { changes: changesIn(fields, saved, currency), version: promotion.version },
      {
        onSuccess: (now) => {
          draft.settle(fields, toFields(now, currency))
          setIsSaved(true)
        },
      },
    )
  const decided = (deed: () => void) => () => {
    save.reset()
    deed()
  }
  const obstacle = draft.isEdited ? obstacleIn(fields, currency) : undefined
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending && draft.isEdited && !draft.isOvertaken && !obstacle) send()
      }}
    >
      <UnsavedGuard isEdited={draft.isEdited} />
      <Stack gap="lg">
        <AboutPart {...part}>
          <Text size="sm">{WHO[promotion.trigger]}</Text>
        </AboutPart>
        <FormParts {...part} />
        {mayChange ? (
          <SaveBar
            isEdited={draft.isEdited}
            isSaving={save.isPending}
            obstacle={draft.isOvertaken ? 'Decide first.' : obstacle}
            news={isSaved ? 'Saved.' : undefined}
            onDiscard={decided(draft.discard)}
          >
            {draft.isOvertaken ? (
              <Overtaken
                what="this promotion"
                onKeepMine={decided(draft.keepMine)}
                onTakeTheirs={decided(draft.discard)}
              />
            ) : (
              <Failure error={toldPlainly(save.error, labelOf)} title="The promotion was not saved" />
            )}
          </SaveBar>
        ) : null}
      </Stack>
    </form>
  )
}
