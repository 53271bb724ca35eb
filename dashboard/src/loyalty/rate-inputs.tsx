import { ActionIcon, Button, Group, Paper, Select, Stack, Text } from '@mantine/core'
import { CURRENCIES } from '../ui/money.ts'
import { MoneyField } from '../ui/money-field.tsx'
import { WholeNumberInput } from '../ui/whole-number-input.tsx'
import type { PointRate } from './loyalty.ts'
import { LIMITS, newRate, parseRate, type RateRow } from './program-fields.ts'

interface Props {
  /** As in "earning rate". */
  what: string
  listLabel: string
  rows: RateRow[]
  onChange: (rows: RateRow[]) => void
  /** What a complete rate means. */
  describe: (rate: PointRate) => string
  /** Between the points and the amount. */
  between: string
  /** What no rate means. */
  empty: string
  currency: string
  readOnly: boolean
  /** JSON pointer of the list in the request body. */
  path: string
  errorAt: (path: string) => string | undefined
}

/** Points for an amount of money, in each currency. */
export function RateInputs({ what, listLabel, rows, onChange, empty, currency, readOnly, ...rowProps }: Props) {
  const isUsed = (code: string) => rows.some((row) => row.currency === code)
  return (
    <Stack gap="xs">
      {rows.length > 0 ? (
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label={listLabel}>
          {rows.map((row, index) => (
            <RateInput
              key={row.key}
              {...rowProps}
              name={`${what} ${index + 1}`}
              index={index}
              row={row}
              currency={currency}
              readOnly={readOnly}
              onChange={(changes) => onChange(rows.with(index, { ...row, ...changes }))}
              onRemove={() => onChange(rows.toSpliced(index, 1))}
            />
          ))}
        </Stack>
      ) : (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
      {readOnly ? null : (
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => onChange([...rows, newRate(isUsed(currency) ? '' : currency)])}
        >
          {`Add ${what}`}
        </Button>
      )}
    </Stack>
  )
}

interface RateInputProps extends Pick<Props, 'describe' | 'between' | 'currency' | 'readOnly' | 'path' | 'errorAt'> {
  name: string
  index: number
  row: RateRow
  onChange: (changes: Partial<RateRow>) => void
  onRemove: () => void
}

function RateInput(props: RateInputProps) {
  const { name, index, row, onChange, onRemove, describe, between, currency, readOnly, path, errorAt } = props
  const rate = parseRate(row)
  return (
    <Paper component="li" withBorder p="xs">
      <Group gap="xs" align="flex-start">
        <div style={{ flex: '1 1 7rem' }}>
          <WholeNumberInput
            hideLabel
            label={`Points of ${name}`}
            unit="points"
            range={LIMITS.rate}
            value={row.points}
            onChange={(points) => onChange({ points })}
            readOnly={readOnly}
            error={errorAt(`${path}/${index}/points`)}
          />
        </div>
        <Text size="sm" pt={8}>
          {between}
        </Text>
        <MoneyField
          flex="1 1 7rem"
          aria-label={`Amount of ${name}`}
          currency={row.currency || currency}
          disabled={row.currency === ''}
          value={row.amount}
          onChange={(amount) => onChange({ amount })}
          readOnly={readOnly}
          error={errorAt(`${path}/${index}/amount`)}
        />
        <Select
          flex="1 1 10rem"
          aria-label={`Currency of ${name}`}
          placeholder="Currency"
          data={CURRENCIES}
          value={row.currency || null}
          onChange={(currency) => currency && onChange({ currency })}
          searchable
          allowDeselect={false}
          nothingFoundMessage="No results"
          readOnly={readOnly}
          error={errorAt(`${path}/${index}/currency`)}
        />
        {readOnly ? null : (
          <ActionIcon variant="default" size="lg" c="red" aria-label={`Remove ${name}`} onClick={onRemove}>
            ✕
          </ActionIcon>
        )}
      </Group>
      {rate ? (
        <Text size="xs" c="dimmed" mt={4}>
          {`${describe(rate)}.`}
        </Text>
      ) : null}
    </Paper>
  )
}
