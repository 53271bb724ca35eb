import { Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { Section } from '../ui/section.tsx'
import { AmountInput } from './amount-input.tsx'
import type { BenefitFields } from './benefit-fields.ts'
import { BuyXGetYInputs } from './buy-x-get-y-inputs.tsx'
import { GiftPicker } from './catalog-pickers.tsx'
import { CountInput, PercentageInput } from './number-input.tsx'
import type { BenefitProps, SectionProps } from './promotion-fields.ts'
import { BENEFIT_KIND_LABELS } from './promotion-labels.ts'
import type { BenefitKind, DiscountTarget } from './promotions.ts'
import { SelectInput } from './select-input.tsx'
import { TierInputs } from './tier-inputs.tsx'

const KIND_DESCRIPTIONS: Record<BenefitKind, string> = {
  percentage: 'A percentage off the price.',
  fixed: 'A fixed amount off, up to the amount to pay.',
  fixed_price: 'Each unit costs this much, unless it is already cheaper.',
  buy_x_get_y:
    'Customers who buy a quantity get more units free or at a lower price. The cheapest units in the cart are discounted.',
  tiered: 'The more customers buy, the larger the discount. The highest tier reached applies.',
  gift: 'Added to the cart automatically and free of charge, while in stock.',
  free_shipping: 'Shipping is free or costs less.',
}

export function BenefitSection({ fields, edit, ...rest }: SectionProps) {
  const { benefit } = fields
  const change = (changes: Partial<BenefitFields>) => edit({ benefit: { ...benefit, ...changes } })
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Section title="Discount value">
        <Stack gap="md">
          <SelectInput
            label="Discount type"
            description={KIND_DESCRIPTIONS[benefit.kind]}
            labels={BENEFIT_KIND_LABELS}
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
    case 'fixed_price':
      return (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <BenefitAmountInput label="Price per unit" {...props} />
        </SimpleGrid>
      )
    case 'buy_x_get_y':
      return <BuyXGetYInputs {...props} />
    case 'tiered':
      return <TierInputs {...props} />
    case 'gift':
      return <GiftInputs {...props} />
    case 'free_shipping':
      return (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <MaxAmountInput
            label="Maximum discount"
            description="Leave empty to cover the full shipping price"
            {...props}
          />
        </SimpleGrid>
      )
  }
}

const TARGET_LABELS: Record<DiscountTarget, string> = {
  order: 'Entire order',
  item: 'Eligible products',
  shipping: 'Shipping',
}

const FIXED_TARGET_LABELS = { ...TARGET_LABELS, perUnit: 'Each unit of eligible products' }

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
        label="Applies to"
        labels={TARGET_LABELS}
        value={benefit.target}
        onChange={(target) => change({ target })}
        readOnly={readOnly}
      />
      <MaxAmountInput label="Maximum discount" description="Leave empty for no limit" {...props} />
    </SimpleGrid>
  )
}

function FixedInputs(props: BenefitProps) {
  const { benefit, change, readOnly, errorAt } = props
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <BenefitAmountInput label="Amount" {...props} />
      <SelectInput
        label="Applies to"
        labels={FIXED_TARGET_LABELS}
        value={benefit.perUnit && benefit.target === 'item' ? 'perUnit' : benefit.target}
        onChange={(selected) =>
          change(selected === 'perUnit' ? { target: 'item', perUnit: true } : { target: selected, perUnit: false })
        }
        readOnly={readOnly}
        error={errorAt('/benefit/perUnit')}
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
          label="Quantity"
          value={benefit.giftQuantity}
          onChange={(giftQuantity) => change({ giftQuantity })}
          readOnly={readOnly}
          error={errorAt('/benefit/quantity')}
        />
      </SimpleGrid>
      {readOnly ? null : (
        <Text size="sm" c="dimmed">
          Without a minimum amount below, every cart gets the gift.
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
