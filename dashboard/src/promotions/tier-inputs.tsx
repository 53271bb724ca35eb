import { ActionIcon, Button, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { AmountInput } from './amount-input.tsx'
import { Choice } from './choice.tsx'
import { CountInput, PercentageInput } from './number-input.tsx'
import type { BenefitProps } from './promotion-fields.ts'
import { newTier, type TierFields } from './tier-fields.ts'

const MAX_TIERS = 100

const OFF_WHAT: { value: 'line' | 'order'; label: string }[] = [
  { value: 'order', label: 'The whole order' },
  { value: 'line', label: 'The products that it is for' },
]
const BY_WHAT: { value: 'quantity' | 'amount'; label: string }[] = [
  { value: 'quantity', label: 'How many are bought' },
  { value: 'amount', label: 'What they cost' },
]
const GAINS: { value: TierFields['gives']; label: string }[] = [
  { value: 'percentage', label: 'percent off' },
  { value: 'amount', label: 'money off' },
]

export function TierInputs(props: BenefitProps) {
  const { benefit, change, readOnly } = props
  const { tiers } = benefit
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Choice
          label="Off what"
          data={OFF_WHAT}
          value={benefit.on === 'line' ? 'line' : 'order'}
          onChange={(on) => change({ on })}
          readOnly={readOnly}
        />
        <Choice
          label="By what"
          data={BY_WHAT}
          value={benefit.by}
          onChange={(by) => change({ by })}
          readOnly={readOnly}
        />
      </SimpleGrid>
      <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Tiers">
        {tiers.map((tier, place) => (
          <TierRow
            key={tier.key}
            {...props}
            tier={tier}
            place={place}
            onChange={(changes) => change({ tiers: tiers.with(place, { ...tier, ...changes }) })}
            onRemove={() => change({ tiers: tiers.toSpliced(place, 1) })}
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
          Add a tier
        </Button>
      )}
    </>
  )
}

interface RowProps extends BenefitProps {
  tier: TierFields
  place: number
  onChange: (changes: Partial<TierFields>) => void
  onRemove: () => void
}

function TierRow(props: RowProps) {
  const { tier, place, benefit, onChange, onRemove, readOnly, faultOf } = props
  const name = `tier ${place + 1}`
  const path = `/benefit/tiers/${place}`
  return (
    <Paper component="li" withBorder p="xs">
      <Group gap="xs" align="flex-start">
        <Text size="sm" pt={8} w={40}>
          From
        </Text>
        <div style={{ flex: '1 1 8rem' }}>
          <Start {...props} label={`Start of ${name}`} fault={faultOf(`${path}/from`)} />
        </div>
        <div style={{ flex: '1 1 8rem' }}>
          <Gain {...props} label={`What ${name} gives`} path={path} />
        </div>
        <div style={{ flex: '0 1 8rem' }}>
          <Choice
            isBare
            label={`Kind of ${name}`}
            data={GAINS}
            value={tier.gives}
            onChange={(gives) => onChange({ gives })}
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

function Start({
  tier,
  benefit,
  onChange,
  currency,
  readOnly,
  ...rest
}: RowProps & { label: string; fault: string | undefined }) {
  const { label, fault } = rest
  return benefit.by === 'quantity' ? (
    <CountInput
      isBare
      label={label}
      placeholder="3"
      unit="units"
      value={tier.fromUnits}
      onChange={(fromUnits) => onChange({ fromUnits })}
      readOnly={readOnly}
      fault={fault}
    />
  ) : (
    <AmountInput
      isBare
      label={label}
      value={tier.fromAmount}
      currency={currency}
      onChange={(fromAmount) => onChange({ fromAmount })}
      readOnly={readOnly}
      fault={fault}
    />
  )
}

function Gain({
  tier,
  onChange,
  currency,
  readOnly,
  faultOf,
  label,
  path,
}: RowProps & { label: string; path: string }) {
  return tier.gives === 'percentage' ? (
    <PercentageInput
      isBare
      label={label}
      placeholder="5"
      value={tier.percentage}
      onChange={(percentage) => onChange({ percentage })}
      readOnly={readOnly}
      fault={faultOf(`${path}/percentage`)}
    />
  ) : (
    <AmountInput
      isBare
      label={label}
      value={tier.amount}
      currency={currency}
      onChange={(amount) => onChange({ amount })}
      readOnly={readOnly}
      fault={faultOf(`${path}/amounts`)}
    />
  )
}
