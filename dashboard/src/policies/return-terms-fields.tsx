import { Checkbox, Group, NumberInput, Paper, Radio, Stack, Switch, Text, Textarea, Title } from '@mantine/core'
import { useState } from 'react'
import { faultAt } from '../parts/faults.ts'
import type { ReturnTerms } from './policies.ts'
import { exclusionsIn, RETURN_KIND_WORDS, termsInWords, USUAL_TERMS } from './policy-words.ts'

interface Props {
  terms: ReturnTerms | null
  onChange: (terms: ReturnTerms | null) => void
  readOnly: boolean
  error: Error | null
}

const KINDS = ['refund', 'exchange', 'store_credit'] as const
const firstUpper = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1)

export function ReturnTermsFields({ terms, onChange, readOnly, error }: Props) {
  // What was filled in comes back when the switch is turned on again.
  const [last, setLast] = useState(terms ?? USUAL_TERMS)
  const change = (changes: Partial<ReturnTerms>) => {
    const next = { ...(terms ?? last), ...changes }
    setLast(next)
    onChange(next)
  }
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-labelledby="return-terms">
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <div>
            <Title order={2} size="h4" id="return-terms">
              Return terms for programs
            </Title>
            <Text size="sm" c="dimmed">
              The help desk and storefronts reckon with these; keep them in line with the text.
            </Text>
          </div>
          <Switch
            aria-label="Return terms for programs"
            checked={terms !== null}
            disabled={readOnly}
            onChange={(event) => onChange(event.currentTarget.checked ? last : null)}
          />
        </Group>
        {terms ? (
          <>
            <Group gap="md" align="flex-start" grow preventGrowOverflow={false}>
              <NumberInput
                label="Days after delivery"
                description="0: nothing may come back"
                value={terms.windowDays}
                onChange={(days) => change({ windowDays: Number(days) || 0 })}
                min={0}
                max={3650}
                allowDecimal={false}
                readOnly={readOnly}
                error={faultAt(error, '/returnTerms/windowDays')}
              />
              <NumberInput
                label="Restocking fee"
                description="Of the price of what comes back"
                value={terms.restockingFeePercent}
                onChange={(percent) => change({ restockingFeePercent: Number(percent) || 0 })}
                min={0}
                max={100}
                suffix=" %"
                readOnly={readOnly}
                error={faultAt(error, '/returnTerms/restockingFeePercent')}
              />
            </Group>
            <Checkbox.Group
              label="The customer gets"
              value={terms.kinds}
              onChange={(kinds) => change({ kinds: KINDS.filter((kind) => kinds.includes(kind)) })}
              readOnly={readOnly}
              error={faultAt(error, '/returnTerms/kinds')}
            >
              <Group gap="lg" mt="xs">
                {KINDS.map((kind) => (
                  <Checkbox key={kind} value={kind} label={firstUpper(RETURN_KIND_WORDS[kind])} />
                ))}
              </Group>
            </Checkbox.Group>
            <Radio.Group
              label="The way back"
              value={terms.returnShipping}
              onChange={(value) => change({ returnShipping: value as ReturnTerms['returnShipping'] })}
              readOnly={readOnly}
            >
              <Stack gap="xs" mt="xs">
                <Radio value="customer" label="The customer sends and pays it" />
                <Radio value="merchant" label="You send a label and take its price off the refund" />
                <Radio value="free" label="You send a label and bear its price" />
              </Stack>
            </Radio.Group>
            <Exclusions
              value={terms.exclusions}
              onChange={(exclusions) => change({ exclusions })}
              readOnly={readOnly}
              error={faultAt(error, '/returnTerms/exclusions')}
            />
            <Text size="sm" c="dimmed" aria-live="polite">
              {termsInWords(terms)}
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

/** Keeps the lines as they are typed: a line that has just been begun is empty, and no exclusion yet. */
function Exclusions({ value, onChange, readOnly, error }: ExclusionsProps) {
  const [typed, setTyped] = useState(value.join('\n'))
  const text = exclusionsIn(typed).join('\n') === value.join('\n') ? typed : value.join('\n')
  return (
    <Textarea
      label="What may not come back"
      description="One a line, in words for a customer"
      placeholder="Gift cards"
      value={text}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        onChange(exclusionsIn(event.currentTarget.value))
      }}
      autosize
      minRows={2}
      maxRows={8}
      readOnly={readOnly}
      error={error}
    />
  )
}
