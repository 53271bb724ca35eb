import { Button, Paper, SimpleGrid, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import { formatPoints } from '../ui/points.ts'
import { SectionCard } from '../ui/section.tsx'
import { WholeNumberInput } from '../ui/whole-number-input.tsx'
import { formatMultiplier } from './loyalty-labels.ts'
import { MultiplierInput } from './multiplier-input.tsx'
import { LIMITS, newTier, parseTier, type SectionProps, type TierRow } from './program-fields.ts'

export function TiersSection({ fields, edit, readOnly, errorAt }: SectionProps) {
  const { tiers } = fields
  return (
    <SectionCard
      title="Tiers"
      about="Customers reach a tier with the points that their orders earned, whether or not they spent them since."
    >
      {tiers.length > 0 ? (
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Tiers">
          {tiers.map((tier, index) => (
            <TierInputs
              key={tier.key}
              name={`tier ${index + 1}`}
              path={`/tiers/${index}`}
              tier={tier}
              readOnly={readOnly}
              errorAt={errorAt}
              onChange={(changes) => edit({ tiers: tiers.with(index, { ...tier, ...changes }) })}
              onRemove={() => edit({ tiers: tiers.toSpliced(index, 1) })}
            />
          ))}
        </Stack>
      ) : (
        <Text size="sm" c="dimmed">
          No tiers. All customers earn the same.
        </Text>
      )}
      {readOnly || tiers.length >= LIMITS.tiers ? null : (
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => edit({ tiers: [...tiers, newTier()] })}
        >
          Add tier
        </Button>
      )}
      {tiers.length > 0 ? (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <WholeNumberInput
            label="Tier period"
            description="Points earned in this period count, and a tier lasts that long. Leave empty to count points of all time."
            placeholder="All time"
            unit="days"
            range={LIMITS.days}
            value={fields.tierPeriodDays}
            onChange={(tierPeriodDays) => edit({ tierPeriodDays })}
            readOnly={readOnly}
            error={errorAt('/tierPeriodDays')}
          />
        </SimpleGrid>
      ) : null}
    </SectionCard>
  )
}

interface TierInputsProps extends Pick<SectionProps, 'readOnly' | 'errorAt'> {
  name: string
  path: string
  tier: TierRow
  onChange: (changes: Partial<TierRow>) => void
  onRemove: () => void
}

function TierInputs({ name, path, tier, readOnly, errorAt, onChange, onRemove }: TierInputsProps) {
  const complete = parseTier(tier)
  return (
    <Paper component="li" withBorder p="sm">
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <TextInput
            label={`Name of ${name}`}
            placeholder="Gold"
            value={tier.name}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
            readOnly={readOnly}
            maxLength={100}
            autoComplete="off"
            error={errorAt(`${path}/name`) ?? errorAt(`${path}/key`)}
          />
          <WholeNumberInput
            label={`Threshold of ${name}`}
            unit="points"
            range={LIMITS.points}
            value={tier.threshold}
            onChange={(threshold) => onChange({ threshold })}
            readOnly={readOnly}
            error={errorAt(`${path}/threshold`)}
          />
          <MultiplierInput
            label={`Multiplier of ${name}`}
            value={tier.multiplier}
            onChange={(multiplier) => onChange({ multiplier })}
            readOnly={readOnly}
            error={errorAt(`${path}/multiplierPercent`)}
          />
        </SimpleGrid>
        <TagsInput
          label={`Perks of ${name}`}
          description="For your storefront, such as “Free shipping”. Press Enter after each one."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={tier.perks}
          onChange={(perks) => onChange({ perks })}
          // A perk may contain a comma.
          splitChars={[]}
          acceptValueOnBlur
          maxTags={20}
          maxLength={200}
          readOnly={readOnly}
          error={errorAt(`${path}/perks`)}
        />
        {complete ? (
          <Text size="xs" c="dimmed">
            {`From ${formatPoints(complete.threshold)} on, ${complete.name} customers earn ${formatMultiplier(complete.multiplierPercent)} points.`}
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
