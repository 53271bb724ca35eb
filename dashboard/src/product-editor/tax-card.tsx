import { Autocomplete, Checkbox } from '@mantine/core'
import { memo } from 'react'
import { Card } from './card.tsx'
import { useField } from './editor-context.ts'
import type { ProductDraft } from './product-draft.ts'

/** Suggestions; a shop may define more classes. */
const TAX_CLASSES = ['standard', 'reduced', 'none']

export const TaxCard = memo(function TaxCard(props: Pick<ProductDraft, 'taxClass' | 'giftCard'>) {
  const taxClass = useField('/taxClass')
  const giftCard = useField('/giftCard')
  return (
    <Card title="Taxes">
      <Autocomplete
        {...taxClass.props}
        label="Tax class"
        description="A tax class of your tax regions. “none” is never taxed."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={TAX_CLASSES}
        value={props.taxClass}
        onChange={(value) => taxClass.edit({ taxClass: value })}
        maxLength={50}
      />
      <Checkbox
        id={giftCard.props.id}
        error={giftCard.props.error}
        disabled={giftCard.props.readOnly}
        label="This is a gift card"
        description="Gift cards are neither discounted nor taxed."
        checked={props.giftCard}
        onChange={(event) => giftCard.edit({ giftCard: event.currentTarget.checked })}
      />
    </Card>
  )
})
