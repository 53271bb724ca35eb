import { Text } from '@mantine/core'
import { toldPlainly } from '../parts/faults.ts'
import { SaveForm } from '../parts/save-form.tsx'
import { useSavedDraft } from '../parts/saved-draft.ts'
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
  const save = useSavePromotion(promotion.id)
  const draft = useSavedDraft(saved, save)
  const { fields } = draft
  const part: PartProps = {
    fields,
    edit: draft.edit,
    readOnly: !mayChange,
    currency,
    faultOf: (path) => faultBelow(save.error, path),
  }
  const send = () =>
    save.mutate(
      { changes: changesIn(fields, saved, currency), version: promotion.version },
      { onSuccess: (now) => draft.settle(fields, toFields(now, currency)) },
    )
  return (
    <SaveForm
      what="this promotion"
      refused="The promotion was not saved"
      draft={draft}
      saving={save}
      error={toldPlainly(save.error, labelOf)}
      mayChange={mayChange}
      obstacle={obstacleIn(fields, currency)}
      onSave={send}
    >
      <AboutPart {...part}>
        <Text size="sm">{WHO[promotion.trigger]}</Text>
      </AboutPart>
      <FormParts {...part} />
    </SaveForm>
  )
}
