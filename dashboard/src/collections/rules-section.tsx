import { Button, List, Paper, SegmentedControl, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { ErrorAlert } from '../ui/feedback.tsx'
import { Section } from '../ui/section.tsx'
import type { SectionProps } from './collection-fields.ts'
import { type Collection, useRulesPreview } from './collections.ts'
import { RuleRowFields } from './rule-row-fields.tsx'
import { completeRules, incompleteRules, newRuleRow, type RuleRow } from './rule-rows.ts'

const MAX_RULES = 50

export function RulesSection({ fields, edit, readOnly, errorAt, currency }: SectionProps & { currency: string }) {
  const { rules } = fields
  const change = (next: RuleRow[]) => edit({ rules: next })
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Section
        title="Rules"
        about="Products that match are included automatically, now and whenever a product changes."
      >
        <Stack gap="md">
          <SegmentedControl
            style={{ alignSelf: 'flex-start' }}
            aria-label="Products must match"
            value={fields.match}
            onChange={(match) => edit({ match })}
            data={[
              { value: 'all', label: 'All rules' },
              { value: 'any', label: 'Any rule' },
            ]}
            readOnly={readOnly}
          />
          {rules.length > 0 ? (
            <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Rules">
              {rules.map((row, index) => (
                <RuleRowFields
                  key={row.key}
                  row={row}
                  index={index}
                  onChange={(changed) => change(rules.with(index, changed))}
                  onRemove={() => change(rules.toSpliced(index, 1))}
                  readOnly={readOnly}
                  errorAt={errorAt}
                />
              ))}
            </Stack>
          ) : (
            <Text size="sm" c="dimmed">
              No rules yet. No products are included.
            </Text>
          )}
          {readOnly || rules.length >= MAX_RULES ? null : (
            <Button
              variant="default"
              size="xs"
              style={{ alignSelf: 'flex-start' }}
              onClick={() => change([...rules, newRuleRow(currency)])}
            >
              Add rule
            </Button>
          )}
          <RulesPreview match={fields.match} rows={rules} />
        </Stack>
      </Section>
    </Paper>
  )
}

const DEBOUNCE_MS = 350

/** Shows the matching products before saving, so a mistake in a rule is visible at once. */
function RulesPreview({ match, rows }: { match: Collection['match']; rows: RuleRow[] }) {
  // Without an incomplete rule, the preview would show other products than the collection will have.
  const [incomplete] = incompleteRules(rows)
  const rules = incomplete === undefined ? completeRules(rows) : []
  const [query] = useDebouncedValue({ match, rules }, DEBOUNCE_MS)
  const preview = useRulesPreview(query.match, query.rules)
  if (incomplete !== undefined) {
    return (
      <Text size="sm" c="dimmed" role="status">
        {`Complete rule ${incomplete} to see which products match.`}
      </Text>
    )
  }
  if (query.rules.length === 0) return null
  const { count = 0, countPrecision, sample = [] } = preview.data ?? {}
  const remaining = count - sample.length
  return (
    <div aria-live="polite">
      <ErrorAlert error={preview.error} title="Couldn't load the preview" />
      {preview.data ? (
        <>
          <Text size="sm" fw={600}>
            {countPrecision === 'at_least' ? 'At least ' : ''}
            {count === 1 ? '1 product matches these rules.' : `${count} products match these rules.`}
          </Text>
          <List size="sm" c="dimmed">
            {sample.map(({ id, title, status }) => (
              <List.Item key={id}>{status === 'active' ? title : `${title} (${status})`}</List.Item>
            ))}
          </List>
          {remaining > 0 ? (
            <Text size="sm" c="dimmed">
              {`and ${remaining} more`}
            </Text>
          ) : null}
        </>
      ) : null}
    </div>
  )
}
