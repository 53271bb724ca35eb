import { Autocomplete, Checkbox } from '@mantine/core'
import { memo } from 'react'
import { Card } from './card.tsx'
import type { Draft } from './draft.ts'
import { useField } from './editing.ts'

/** Shops name further classes as they need them. */
const KNOWN = ['standard', 'reduced', 'none']

export const TaxCard = memo(function TaxCard(of: Pick<Draft, 'taxClass' | 'isGiftCard'>) {
  const taxClass = useField('/taxClass')
  const isGiftCard = useField('/isGiftCard')
  return (
    <Card title="Taxes">
      <Autocomplete
        {...taxClass.props}
        label="Tax class"
        description="What is taxed alike, as in your tax regions; “none” is never taxed."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={KNOWN}
        value={of.taxClass}
        onChange={(value) => taxClass.edit({ taxClass: value })}
        maxLength={50}
      />
      <Checkbox
        id={isGiftCard.props.id}
        error={isGiftCard.props.error}
        disabled={isGiftCard.props.readOnly}
        label="This is a gift card"
        description="Neither discounted nor taxed."
        checked={of.isGiftCard}
        onChange={(event) => isGiftCard.edit({ isGiftCard: event.currentTarget.checked })}
      />
    </Card>
  )
})
