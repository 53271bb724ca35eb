import { Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { Section } from '../parts/section.tsx'
import { AmountInput } from './amount-input.tsx'
import type { BenefitFields } from './benefit-fields.ts'
import { Choice } from './choice.tsx'
import { DealInputs } from './deal-inputs.tsx'
import { GiftPicker } from './gift-picker.tsx'
import { CountInput, PercentageInput } from './number-input.tsx'
import type { BenefitProps, PartProps } from './promotion-fields.ts'
import { KIND_WORDS } from './promotion-words.ts'
import type { Kind, Phase } from './promotions.ts'
import { TierInputs } from './tier-inputs.tsx'

const KINDS = Object.entries(KIND_WORDS).map(([value, label]) => ({ value: value as Kind, label }))

const ABOUT: Record<Kind, string> = {
  percentage: 'So many percent of the price.',
  fixed: 'An amount of money, never more than there is to pay.',
  fixedPrice: 'Each of the products costs this much, unless it is cheaper already.',
  buyXGetY: 'For so many that are bought there are some more, free or cheaper: always the cheapest in the cart.',
  tiered: 'More is off for those who buy more. Of the tiers that are reached the highest counts.',
  gift: 'Put into the cart by itself and free of charge, while it is in stock.',
  freeShipping: 'Shipping costs nothing, or less.',
}

export function BenefitPart({ fields, edit, ...rest }: PartProps) {
  const { benefit } = fields
  const change = (changes: Partial<BenefitFields>) => edit({ benefit: { ...benefit, ...changes } })
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Section title="What it gives">
        <Stack gap="md">
          <Choice
            label="Kind"
            description={ABOUT[benefit.kind]}
            data={KINDS}
            value={benefit.kind}
            onChange={(kind) => change({ kind })}
            readOnly={rest.readOnly}
            fault={rest.faultOf('/benefit/kind')}
          />
          <OfKind benefit={benefit} change={change} {...rest} />
        </Stack>
      </Section>
    </Paper>
  )
}

function OfKind(props: BenefitProps) {
  switch (props.benefit.kind) {
    case 'percentage':
      return <PercentageInputs {...props} />
    case 'fixed':
      return <FixedInputs {...props} />
    case 'fixedPrice':
      return (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Amount label="Price of a unit" {...props} />
        </SimpleGrid>
      )
    case 'buyXGetY':
      return <DealInputs {...props} />
    case 'tiered':
      return <TierInputs {...props} />
    case 'gift':
      return <GiftInputs {...props} />
    case 'freeShipping':
      return (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Most label="At most" description="Empty: all of it, however far it goes." {...props} />
        </SimpleGrid>
      )
  }
}

const OFF_WHAT: { value: Phase; label: string }[] = [
  { value: 'order', label: 'The whole order' },
  { value: 'line', label: 'The products that it is for' },
  { value: 'shipping', label: 'Shipping' },
]

const OFF_WHAT_OR_EACH: { value: Phase | 'each'; label: string }[] = [
  ...OFF_WHAT,
  { value: 'each', label: 'Every unit of the products that it is for' },
]

function PercentageInputs(props: BenefitProps) {
  const { benefit, change, readOnly, faultOf } = props
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <PercentageInput
        label="Percentage"
        placeholder="10"
        value={benefit.percentage}
        onChange={(percentage) => change({ percentage })}
        readOnly={readOnly}
        fault={faultOf('/benefit/percentage')}
      />
      <Choice
        label="Off what"
        data={OFF_WHAT}
        value={benefit.on}
        onChange={(on) => change({ on })}
        readOnly={readOnly}
      />
      <Most label="At most" description="Empty: without a limit." {...props} />
    </SimpleGrid>
  )
}

function FixedInputs(props: BenefitProps) {
  const { benefit, change, readOnly, faultOf } = props
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Amount label="Amount" {...props} />
      <Choice
        label="Off what"
        data={OFF_WHAT_OR_EACH}
        value={benefit.each && benefit.on === 'line' ? 'each' : benefit.on}
        onChange={(chosen) => change(chosen === 'each' ? { on: 'line', each: true } : { on: chosen, each: false })}
        readOnly={readOnly}
        fault={faultOf('/benefit/each')}
      />
    </SimpleGrid>
  )
}

function GiftInputs({ benefit, change, readOnly, faultOf }: BenefitProps) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <GiftPicker
          variantId={benefit.variantId}
          onChange={(variantId) => change({ variantId })}
          readOnly={readOnly}
          fault={faultOf('/benefit/variantId')}
        />
        <CountInput
          label="How many"
          value={benefit.giftQuantity}
          onChange={(giftQuantity) => change({ giftQuantity })}
          readOnly={readOnly}
          fault={faultOf('/benefit/quantity')}
        />
      </SimpleGrid>
      {readOnly ? null : (
        <Text size="sm" c="dimmed">
          Without a minimum amount below, a cart of any size gets it.
        </Text>
      )}
    </>
  )
}

function Amount({ label, benefit, change, currency, readOnly, faultOf }: BenefitProps & { label: string }) {
  return (
    <AmountInput
      label={label}
      value={benefit.amount}
      currency={currency}
      onChange={(amount) => change({ amount })}
      readOnly={readOnly}
      fault={faultOf('/benefit/amounts')}
    />
  )
}

interface MostProps extends BenefitProps {
  label: string
  description: string
}

function Most({ label, description, benefit, change, currency, readOnly, faultOf }: MostProps) {
  return (
    <AmountInput
      label={label}
      description={description}
      value={benefit.max}
      currency={currency}
      onChange={(max) => change({ max })}
      readOnly={readOnly}
      fault={faultOf('/benefit/maxAmounts')}
    />
  )
}
