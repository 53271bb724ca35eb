import { Button, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { CollectionsPicker, ProductsPicker } from '../promotions/catalog-pickers.tsx'
import { SelectInput } from '../promotions/select-input.tsx'
import { SectionCard } from '../ui/section.tsx'
import { WholeNumberInput } from '../ui/whole-number-input.tsx'
import { MultiplierInput } from './multiplier-input.tsx'
import { LIMITS, newRule, type RuleRow, type SectionProps } from './program-fields.ts'

const BENEFIT_LABELS = { multiplier: 'A multiple of the points', points: 'Fixed points per unit' }

export function ProductRulesSection({ fields, edit, readOnly, errorAt }: SectionProps) {
  const rows = fields.productRules
  const error = errorAt('/productRules')
  return (
    <SectionCard
      title="Product rules"
      about="Some products can earn more or fewer points. If several rules match, the one with the most points applies."
    >
      {rows.length > 0 ? (
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Product rules">
          {rows.map((row, index) => (
            <RuleInputs
              key={row.key}
              name={`rule ${index + 1}`}
              row={row}
              readOnly={readOnly}
              onChange={(changes) => edit({ productRules: rows.with(index, { ...row, ...changes }) })}
              onRemove={() => edit({ productRules: rows.toSpliced(index, 1) })}
            />
          ))}
        </Stack>
      ) : (
        <Text size="sm" c="dimmed">
          All products earn the same.
        </Text>
      )}
      {error ? (
        <Text size="sm" c="var(--mantine-color-error)">
          {error}
        </Text>
      ) : null}
      {readOnly ? null : (
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => edit({ productRules: [...rows, newRule()] })}
        >
          Add product rule
        </Button>
      )}
    </SectionCard>
  )
}

interface RuleInputsProps {
  name: string
  row: RuleRow
  readOnly: boolean
  onChange: (changes: Partial<RuleRow>) => void
  onRemove: () => void
}

function RuleInputs({ name, row, readOnly, onChange, onRemove }: RuleInputsProps) {
  return (
    <Paper component="li" withBorder p="sm">
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <ProductsPicker
            label={`Products of ${name}`}
            ids={row.productIds}
            onChange={(productIds) => onChange({ productIds })}
            readOnly={readOnly}
            error={undefined}
          />
          <CollectionsPicker
            label={`Collections of ${name}`}
            ids={row.collectionIds}
            onChange={(collectionIds) => onChange({ collectionIds })}
            readOnly={readOnly}
            error={undefined}
          />
          <SelectInput
            label="They earn"
            labels={BENEFIT_LABELS}
            value={row.benefit}
            onChange={(benefit) => onChange({ benefit })}
            readOnly={readOnly}
          />
          {row.benefit === 'multiplier' ? (
            <MultiplierInput
              label="Multiplier"
              description="2 doubles the points, 0 excludes the products."
              value={row.multiplier}
              onChange={(multiplier) => onChange({ multiplier })}
              readOnly={readOnly}
              error={undefined}
            />
          ) : (
            <WholeNumberInput
              label="Points per unit"
              description="At any price."
              unit="points"
              range={LIMITS.rulePoints}
              value={row.points}
              onChange={(points) => onChange({ points })}
              readOnly={readOnly}
              error={undefined}
            />
          )}
        </SimpleGrid>
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
