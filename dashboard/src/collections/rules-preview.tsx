import { List, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Failure } from '../parts/failure.tsx'
import { type Match, useRulesPreview } from './collections.ts'
import { type RuleRow, wholeRules } from './rule-rows.ts'

/** Long enough that nobody is asked at every letter. */
const PAUSE_MS = 350

/** Who would be in, before it is saved: a rule with a slip in it shows at once. */
export function RulesPreview({ match, rows }: { match: Match; rows: RuleRow[] }) {
  const [question] = useDebouncedValue({ match, rules: wholeRules(rows) }, PAUSE_MS)
  const preview = useRulesPreview(question.match, question.rules)
  if (question.rules.length === 0) return null
  const { count = 0, sample = [] } = preview.data ?? {}
  const rest = count - sample.length
  return (
    <div aria-live="polite">
      <Failure error={preview.error} title="There is no preview" />
      {preview.data ? (
        <>
          <Text size="sm" fw={600}>
            {count === 1 ? '1 product meets these rules.' : `${count} products meet these rules.`}
          </Text>
          <List size="sm" c="dimmed">
            {sample.map(({ id, title, status }) => (
              <List.Item key={id}>{status === 'active' ? title : `${title} (${status})`}</List.Item>
            ))}
          </List>
          {rest > 0 ? (
            <Text size="sm" c="dimmed">
              {`and ${rest} more`}
            </Text>
          ) : null}
        </>
      ) : null}
    </div>
  )
}
