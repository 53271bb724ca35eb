import { Text } from '@mantine/core'
import { withLabeledDetails } from '../ui/field-errors.ts'
import { useSavedFormDraft } from '../ui/form-draft.ts'
import { SaveForm } from '../ui/save-form.tsx'
import { fieldLabel, promotionFieldError } from './field-errors.ts'
import { type SectionProps, toPromotionChanges, toPromotionFields, validatePromotion } from './promotion-fields.ts'
import { GeneralSection, PromotionSections } from './promotion-sections.tsx'
import { type Promotion, useUpdatePromotion } from './promotions.ts'

interface Props {
  promotion: Promotion
  currency: string
  canEdit: boolean
}

const TRIGGER_DESCRIPTIONS = {
  automatic: 'Applies automatically to every eligible cart.',
  code: 'Applies to carts with one of its codes.',
} as const

export function PromotionForm({ promotion, currency, canEdit }: Props) {
  const saved = toPromotionFields(promotion, currency)
  const update = useUpdatePromotion(promotion.id)
  const draft = useSavedFormDraft(saved, update)
  const { fields } = draft
  const sectionProps: SectionProps = {
    fields,
    edit: draft.edit,
    readOnly: !canEdit,
    currency,
    errorAt: (path) => promotionFieldError(update.error, path),
  }
  const save = () =>
    update.mutate(
      { changes: toPromotionChanges(fields, saved, currency), version: promotion.version },
      { onSuccess: (updated) => draft.markSaved(fields, toPromotionFields(updated, currency)) },
    )
  return (
    <SaveForm
      what="this discount"
      errorTitle="Couldn't save the discount"
      draft={draft}
      mutation={update}
      error={withLabeledDetails(update.error, fieldLabel)}
      canEdit={canEdit}
      validationError={validatePromotion(fields, currency)}
      onSave={save}
    >
      <GeneralSection {...sectionProps}>
        <Text size="sm">{TRIGGER_DESCRIPTIONS[promotion.trigger]}</Text>
      </GeneralSection>
      <PromotionSections {...sectionProps} />
    </SaveForm>
  )
}
