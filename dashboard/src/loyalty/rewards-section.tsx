import { Button, Paper, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { SelectInput } from '../promotions/select-input.tsx'
import { CURRENCIES } from '../ui/money.ts'
import { MoneyField } from '../ui/money-field.tsx'
import { SectionCard } from '../ui/section.tsx'
import { WholeNumberInput } from '../ui/whole-number-input.tsx'
import { describeReward, REWARD_TYPE_LABELS } from './loyalty-labels.ts'
import type { SectionProps } from './program-fields.ts'
import { newReward, parseReward, REWARD_LIMITS, type RewardRow } from './reward-fields.ts'

export function RewardsSection({ fields, edit, readOnly, currency, errorAt }: SectionProps) {
  const { rewards } = fields
  return (
    <SectionCard
      title="Rewards"
      about="What customers can exchange points for. Cart credit is worth exactly what its points pay."
    >
      {rewards.length > 0 ? (
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Rewards">
          {rewards.map((row, index) => (
            <RewardInputs
              key={row.key}
              name={`reward ${index + 1}`}
              path={`/rewards/${index}`}
              row={row}
              readOnly={readOnly}
              errorAt={errorAt}
              onChange={(changes) => edit({ rewards: rewards.with(index, { ...row, ...changes }) })}
              onRemove={() => edit({ rewards: rewards.toSpliced(index, 1) })}
            />
          ))}
        </Stack>
      ) : (
        <Text size="sm" c="dimmed">
          No rewards. Customers can still pay with points.
        </Text>
      )}
      {readOnly || rewards.length >= REWARD_LIMITS.entries ? null : (
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => edit({ rewards: [...rewards, newReward(currency)] })}
        >
          Add reward
        </Button>
      )}
    </SectionCard>
  )
}

interface RewardInputsProps extends Pick<SectionProps, 'readOnly' | 'errorAt'> {
  name: string
  path: string
  row: RewardRow
  onChange: (changes: Partial<RewardRow>) => void
  onRemove: () => void
}

function RewardInputs({ name, path, row, readOnly, errorAt, onChange, onRemove }: RewardInputsProps) {
  const reward = parseReward(row)
  return (
    <Paper component="li" withBorder p="sm">
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <TextInput
            label={`Name of ${name}`}
            placeholder="5 euros off"
            value={row.name}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
            readOnly={readOnly}
            maxLength={100}
            autoComplete="off"
            error={errorAt(`${path}/name`) ?? errorAt(`${path}/key`)}
          />
          <WholeNumberInput
            label={`Price of ${name}`}
            unit="points"
            range={REWARD_LIMITS.points}
            value={row.points}
            onChange={(points) => onChange({ points })}
            readOnly={readOnly}
            error={errorAt(`${path}/points`)}
          />
          <SelectInput
            label={`Type of ${name}`}
            labels={REWARD_TYPE_LABELS}
            value={row.type}
            onChange={(type) => onChange({ type })}
            readOnly={readOnly}
            error={errorAt(`${path}/type`)}
          />
          <MoneyField
            label={`Value of ${name}`}
            currency={row.currency}
            value={row.amount}
            onChange={(amount) => onChange({ amount })}
            readOnly={readOnly}
            error={errorAt(`${path}/amount/amount`)}
          />
          <Select
            label={`Currency of ${name}`}
            data={CURRENCIES}
            value={row.currency}
            onChange={(currency) => currency && onChange({ currency })}
            searchable
            allowDeselect={false}
            nothingFoundMessage="No results"
            readOnly={readOnly}
            error={errorAt(`${path}/amount/currency`)}
          />
        </SimpleGrid>
        {reward ? (
          <Text size="xs" c="dimmed">
            {`${describeReward(reward)}.`}
          </Text>
        ) : null}
        {readOnly ? null : (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            style={{ alignSelf: 'flex-start' }}
            onClick={onRemove}
            aria-label={`Remove ${name}`}
          >
            Remove
          </Button>
        )}
      </Stack>
    </Paper>
  )
}
