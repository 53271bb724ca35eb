import { ActionIcon, Button, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { AmountInput } from './amount-input.tsx'
import { CountInput, PercentageInput } from './number-input.tsx'
import type { BenefitProps } from './promotion-fields.ts'
import { SelectInput } from './select-input.tsx'
import { newTier, type TierFields } from './tier-fields.ts'

const MAX_TIERS = 100

const TARGET_LABELS = { order: 'Entire order', item: 'Eligible products' }
const THRESHOLD_LABELS = { quantity: 'Quantity', amount: 'Amount' }
const DISCOUNT_TYPE_LABELS = { percentage: '% off', amount: 'amount off' }

export function TierInputs(props: BenefitProps) {
  const { benefit, change, readOnly } = props
  const { tiers } = benefit
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <SelectInput
          label="Applies to"
          labels={TARGET_LABELS}
          value={benefit.target === 'item' ? 'item' : 'order'}
          onChange={(target) => change({ target })}
          readOnly={readOnly}
        />
        <SelectInput
          label="Based on"
          labels={THRESHOLD_LABELS}
          value={benefit.by}
          onChange={(by) => change({ by })}
          readOnly={readOnly}
        />
      </SimpleGrid>
      <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Tiers">
        {tiers.map((tier, index) => (
          <TierRow
            key={tier.key}
            {...props}
            tier={tier}
            index={index}
            onChange={(changes) => change({ tiers: tiers.with(index, { ...tier, ...changes }) })}
            onRemove={() => change({ tiers: tiers.toSpliced(index, 1) })}
          />
        ))}
      </Stack>
      {readOnly || tiers.length >= MAX_TIERS ? null : (
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => change({ tiers: [...tiers, newTier(Date.now())] })}
        >
          Add tier
        </Button>
      )}
    </>
  )
}

interface TierRowProps extends BenefitProps {
  tier: TierFields
  index: number
  onChange: (changes: Partial<TierFields>) => void
  onRemove: () => void
}

function TierRow(props: TierRowProps) {
  const { tier, index, benefit, onChange, onRemove, readOnly, errorAt } = props
  const name = `tier ${index + 1}`
  const path = `/benefit/tiers/${index}`
  return (
    <Paper component="li" withBorder p="xs">
      <Group gap="xs" align="flex-start">
        <Text size="sm" pt={8} w={40}>
          From
        </Text>
        <div style={{ flex: '1 1 8rem' }}>
          <TierThresholdInput {...props} label={`Minimum of ${name}`} error={errorAt(`${path}/from`)} />
        </div>
        <div style={{ flex: '1 1 8rem' }}>
          <TierDiscountInput {...props} label={`Discount of ${name}`} path={path} />
        </div>
        <div style={{ flex: '0 1 8rem' }}>
          <SelectInput
            hideLabel
            label={`Discount type of ${name}`}
            labels={DISCOUNT_TYPE_LABELS}
            value={tier.discountType}
            onChange={(discountType) => onChange({ discountType })}
            readOnly={readOnly}
          />
        </div>
        {readOnly || benefit.tiers.length === 1 ? null : (
          <ActionIcon variant="default" size="lg" c="red" aria-label={`Remove ${name}`} onClick={onRemove}>
            ✕
          </ActionIcon>
        )}
      </Group>
    </Paper>
  )
}

function TierThresholdInput({
  tier,
  benefit,
  onChange,
  currency,
  readOnly,
  ...rest
}: TierRowProps & { label: string; error: string | undefined }) {
  const { label, error } = rest
  return benefit.by === 'quantity' ? (
    <CountInput
      hideLabel
      label={label}
      placeholder="3"
      unit="units"
      value={tier.fromUnits}
      onChange={(fromUnits) => onChange({ fromUnits })}
      readOnly={readOnly}
      error={error}
    />
  ) : (
    <AmountInput
      hideLabel
      label={label}
      value={tier.fromAmount}
      currency={currency}
      onChange={(fromAmount) => onChange({ fromAmount })}
      readOnly={readOnly}
      error={error}
    />
  )
}

function TierDiscountInput({
  tier,
  onChange,
  currency,
  readOnly,
  errorAt,
  label,
  path,
}: TierRowProps & { label: string; path: string }) {
  return tier.discountType === 'percentage' ? (
    <PercentageInput
      hideLabel
      label={label}
      placeholder="5"
      value={tier.percentage}
      onChange={(percentage) => onChange({ percentage })}
      readOnly={readOnly}
      error={errorAt(`${path}/percentage`)}
    />
  ) : (
    <AmountInput
      hideLabel
      label={label}
      value={tier.amount}
      currency={currency}
      onChange={(amount) => onChange({ amount })}
      readOnly={readOnly}
      error={errorAt(`${path}/amounts`)}
    />
  )
}
