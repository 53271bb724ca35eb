import { Button, Paper, SegmentedControl, Stack, Text } from '@mantine/core'
import { Section } from '../parts/section.tsx'
import type { PartProps } from './collection-fields.ts'
import type { Match } from './collections.ts'
import { RuleRowFields } from './rule-row-fields.tsx'
import { newRow, type RuleRow } from './rule-rows.ts'
import { RulesPreview } from './rules-preview.tsx'

const MAX_RULES = 50

export function RulesPart({ fields, edit, readOnly, faultOf, currency }: PartProps & { currency: string }) {
  const { rules } = fields
  const change = (next: RuleRow[]) => edit({ rules: next })
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Section title="Rules" about="Whatever meets them is in, now and whenever a product changes.">
        <Stack gap="md">
          <SegmentedControl
            style={{ alignSelf: 'flex-start' }}
            aria-label="How many of the rules"
            value={fields.match}
            onChange={(match: Match) => edit({ match })}
            data={[
              { value: 'all', label: 'All of them' },
              { value: 'any', label: 'Any of them' },
            ]}
            readOnly={readOnly}
          />
          {rules.length > 0 ? (
            <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Rules">
              {rules.map((row, place) => (
                <RuleRowFields
                  key={row.key}
                  row={row}
                  place={place}
                  onChange={(changed) => change(rules.with(place, changed))}
                  onRemove={() => change(rules.toSpliced(place, 1))}
                  readOnly={readOnly}
                  faultOf={faultOf}
                />
              ))}
            </Stack>
          ) : (
            <Text size="sm" c="dimmed">
              No rules yet, so nothing is in.
            </Text>
          )}
          {readOnly || rules.length >= MAX_RULES ? null : (
            <Button
              variant="default"
              size="xs"
              style={{ alignSelf: 'flex-start' }}
              onClick={() => change([...rules, newRow(currency)])}
            >
              Add a rule
            </Button>
          )}
          <RulesPreview match={fields.match} rows={rules} />
        </Stack>
      </Section>
    </Paper>
  )
}
