import { Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { Section } from '../ui/section.tsx'
import { AmountInput } from './amount-input.tsx'
import type { BenefitFields } from './benefit-fields.ts'
import { BuyXGetYInputs } from './buy-x-get-y-inputs.tsx'
import { GiftPicker } from './gift-picker.tsx'
import { CountInput, PercentageInput } from './number-input.tsx'
import type { BenefitProps, SectionProps } from './promotion-fields.ts'
import { BENEFIT_KIND_LABELS } from './promotion-labels.ts'
import type { BenefitKind, DiscountTarget } from './promotions.ts'
import { SelectInput } from './select-input.tsx'
import { TierInputs } from './tier-inputs.tsx'

const KIND_OPTIONS = Object.entries(BENEFIT_KIND_LABELS).map(([value, label]) => ({
  value: value as BenefitKind,
  label,
}))

const KIND_DESCRIPTIONS: Record<BenefitKind, string> = {
  percentage: 'So many percent of the price.',
  fixed: 'An amount of money, never more than there is to pay.',
  fixedPrice: 'Each of the products costs this much, unless it is cheaper already.',
  buyXGetY: 'For so many that are bought there are some more, free or cheaper: always the cheapest in the cart.',
  tiered: 'More is off for those who buy more. Of the tiers that are reached the highest counts.',
  gift: 'Put into the cart by itself and free of charge, while it is in stock.',
  freeShipping: 'Shipping costs nothing, or less.',
}

export function BenefitSection({ fields, edit, ...rest }: SectionProps) {
  const { benefit } = fields
  const change = (changes: Partial<BenefitFields>) => edit({ benefit: { ...benefit, ...changes } })
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Section title="What it gives">
        <Stack gap="md">
          <SelectInput
            label="Kind"
            description={KIND_DESCRIPTIONS[benefit.kind]}
            data={KIND_OPTIONS}
            value={benefit.kind}
            onChange={(kind) => change({ kind })}
            readOnly={rest.readOnly}
            error={rest.errorAt('/benefit/kind')}
          />
          <BenefitInputs benefit={benefit} change={change} {...rest} />
        </Stack>
      </Section>
    </Paper>
  )
}

function BenefitInputs(props: BenefitProps) {
  switch (props.benefit.kind) {
    case 'percentage':
      return <PercentageInputs {...props} />
    case 'fixed':
      return <FixedInputs {...props} />
    case 'fixedPrice':
      return (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <BenefitAmountInput label="Price of a unit" {...props} />
        </SimpleGrid>
      )
    case 'buyXGetY':
      return <BuyXGetYInputs {...props} />
    case 'tiered':
      return <TierInputs {...props} />
    case 'gift':
      return <GiftInputs {...props} />
    case 'freeShipping':
      return (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <MaxAmountInput label="At most" description="Empty: all of it, however far it goes." {...props} />
        </SimpleGrid>
      )
  }
}

const TARGET_OPTIONS: { value: DiscountTarget; label: string }[] = [
  { value: 'order', label: 'The whole order' },
  { value: 'line', label: 'The products that it is for' },
  { value: 'shipping', label: 'Shipping' },
]

const FIXED_TARGET_OPTIONS: { value: DiscountTarget | 'each'; label: string }[] = [
  ...TARGET_OPTIONS,
  { value: 'each', label: 'Every unit of the products that it is for' },
]

function PercentageInputs(props: BenefitProps) {
  const { benefit, change, readOnly, errorAt } = props
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <PercentageInput
        label="Percentage"
        placeholder="10"
        value={benefit.percentage}
        onChange={(percentage) => change({ percentage })}
        readOnly={readOnly}
        error={errorAt('/benefit/percentage')}
      />
      <SelectInput
        label="Off what"
        data={TARGET_OPTIONS}
        value={benefit.on}
        onChange={(on) => change({ on })}
        readOnly={readOnly}
      />
      <MaxAmountInput label="At most" description="Empty: without a limit." {...props} />
    </SimpleGrid>
  )
}

function FixedInputs(props: BenefitProps) {
  const { benefit, change, readOnly, errorAt } = props
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <BenefitAmountInput label="Amount" {...props} />
      <SelectInput
        label="Off what"
        data={FIXED_TARGET_OPTIONS}
        value={benefit.each && benefit.on === 'line' ? 'each' : benefit.on}
        onChange={(selected) =>
          change(selected === 'each' ? { on: 'line', each: true } : { on: selected, each: false })
        }
        readOnly={readOnly}
        error={errorAt('/benefit/each')}
      />
    </SimpleGrid>
  )
}

function GiftInputs({ benefit, change, readOnly, errorAt }: BenefitProps) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <GiftPicker
          variantId={benefit.variantId}
          onChange={(variantId) => change({ variantId })}
          readOnly={readOnly}
          error={errorAt('/benefit/variantId')}
        />
        <CountInput
          label="How many"
          value={benefit.giftQuantity}
          onChange={(giftQuantity) => change({ giftQuantity })}
          readOnly={readOnly}
          error={errorAt('/benefit/quantity')}
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

function BenefitAmountInput({ label, benefit, change, currency, readOnly, errorAt }: BenefitProps & { label: string }) {
  return (
    <AmountInput
      label={label}
      value={benefit.amount}
      currency={currency}
      onChange={(amount) => change({ amount })}
      readOnly={readOnly}
      error={errorAt('/benefit/amounts')}
    />
  )
}

interface MaxAmountInputProps extends BenefitProps {
  label: string
  description: string
}

function MaxAmountInput({ label, description, benefit, change, currency, readOnly, errorAt }: MaxAmountInputProps) {
  return (
    <AmountInput
      label={label}
      description={description}
      value={benefit.max}
      currency={currency}
      onChange={(max) => change({ max })}
      readOnly={readOnly}
      error={errorAt('/benefit/maxAmounts')}
    />
  )
}
