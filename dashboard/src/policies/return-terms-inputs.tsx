import { Checkbox, Group, NumberInput, Paper, Radio, Stack, Switch, Text, Textarea, Title } from '@mantine/core'
import { useState } from 'react'
import { fieldError } from '../ui/field-errors.ts'
import { capitalize } from '../ui/text.ts'
import type { ReturnTerms } from './policies.ts'
import { DEFAULT_RETURN_TERMS, formatReturnTerms, parseExclusions, RETURN_KIND_LABELS } from './policy-labels.ts'

interface Props {
  terms: ReturnTerms | null
  onChange: (terms: ReturnTerms | null) => void
  readOnly: boolean
  error: Error | null
}

const RETURN_KINDS = ['refund', 'exchange', 'store_credit'] as const
export function ReturnTermsInputs({ terms, onChange, readOnly, error }: Props) {
  // Restores the previous terms when the switch is turned on again.
  const [lastTerms, setLastTerms] = useState(terms ?? DEFAULT_RETURN_TERMS)
  const edit = (changes: Partial<ReturnTerms>) => {
    const next = { ...(terms ?? lastTerms), ...changes }
    setLastTerms(next)
    onChange(next)
  }
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-labelledby="return-terms">
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <div>
            <Title order={2} size="h4" id="return-terms">
              Return terms
            </Title>
            <Text size="sm" c="dimmed">
              Storefronts and the help desk use these terms. Keep them consistent with the text.
            </Text>
          </div>
          <Switch
            aria-label="Return terms"
            checked={terms !== null}
            disabled={readOnly}
            onChange={(event) => onChange(event.currentTarget.checked ? lastTerms : null)}
          />
        </Group>
        {terms ? (
          <>
            <Group gap="md" align="flex-start" grow preventGrowOverflow={false}>
              <NumberInput
                label="Days after delivery"
                description="Enter 0 to accept no returns"
                value={terms.windowDays}
                onChange={(days) => edit({ windowDays: Number(days) || 0 })}
                min={0}
                max={3650}
                allowDecimal={false}
                readOnly={readOnly}
                error={fieldError(error, '/returnTerms/windowDays')}
              />
              <NumberInput
                label="Restocking fee"
                description="Percentage of the price of returned items"
                value={terms.restockingFeePercent}
                onChange={(percent) => edit({ restockingFeePercent: Number(percent) || 0 })}
                min={0}
                max={100}
                suffix="%"
                readOnly={readOnly}
                error={fieldError(error, '/returnTerms/restockingFeePercent')}
              />
            </Group>
            <Checkbox.Group
              label="Customers get"
              value={terms.kinds}
              onChange={(kinds) => edit({ kinds: RETURN_KINDS.filter((kind) => kinds.includes(kind)) })}
              readOnly={readOnly}
              error={fieldError(error, '/returnTerms/kinds')}
            >
              <Group gap="lg" mt="xs">
                {RETURN_KINDS.map((kind) => (
                  <Checkbox key={kind} value={kind} label={capitalize(RETURN_KIND_LABELS[kind])} />
                ))}
              </Group>
            </Checkbox.Group>
            <Radio.Group
              label="Return shipping"
              value={terms.returnShipping}
              onChange={(returnShipping) => edit({ returnShipping })}
              readOnly={readOnly}
            >
              <Stack gap="xs" mt="xs">
                <Radio value="customer" label="The customer ships and pays" />
                <Radio value="merchant" label="You provide a label and deduct its cost from the refund" />
                <Radio value="free" label="You provide a label and pay for it" />
              </Stack>
            </Radio.Group>
            <ExclusionsInput
              value={terms.exclusions}
              onChange={(exclusions) => edit({ exclusions })}
              readOnly={readOnly}
              error={fieldError(error, '/returnTerms/exclusions')}
            />
            <Text size="sm" c="dimmed" aria-live="polite">
              {formatReturnTerms(terms)}
            </Text>
          </>
        ) : null}
      </Stack>
    </Paper>
  )
}

interface ExclusionsProps {
  value: string[]
  onChange: (exclusions: string[]) => void
  readOnly: boolean
  error: string | undefined
}

/** Keeps the raw text: a line just begun is empty and not an exclusion yet. */
function ExclusionsInput({ value, onChange, readOnly, error }: ExclusionsProps) {
  const [input, setInput] = useState(value.join('\n'))
  const text = parseExclusions(input).join('\n') === value.join('\n') ? input : value.join('\n')
  return (
    <Textarea
      label="Excluded items"
      description="One per line, as customers should read it"
      placeholder="Gift cards"
      value={text}
      onChange={(event) => {
        setInput(event.currentTarget.value)
        onChange(parseExclusions(event.currentTarget.value))
      }}
      autosize
      minRows={2}
      maxRows={8}
      readOnly={readOnly}
      error={error}
    />
  )
}
