import { SimpleGrid } from '@mantine/core'
import { fieldError } from '../../ui/field-errors.ts'
import { MoneyField } from '../../ui/money-field.tsx'
import { SectionCard } from '../../ui/section.tsx'
import { WholeNumberInput } from '../../ui/whole-number-input.tsx'
import { type FieldsProps, TOKEN_RANGE } from './assistant.ts'

const INPUTS = [
  { name: 'conversationTokens', label: 'Tokens per chat' },
  { name: 'visitorDailyTokens', label: 'Tokens per visitor and day' },
  { name: 'dailyTokens', label: 'Tokens per day' },
] as const

/** Only a model costs anything. */
export function BudgetsSection({ fields, edit, readOnly, error }: FieldsProps) {
  if (fields.engine !== 'model') return null
  return (
    <SectionCard
      title="Budgets"
      about="When one is used up, the built-in assistant answers instead. An empty field means no limit."
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {INPUTS.map(({ name, label }) => (
          <WholeNumberInput
            key={name}
            label={label}
            range={TOKEN_RANGE}
            unit="tokens"
            value={fields[name]}
            onChange={(text) => edit({ [name]: text })}
            readOnly={readOnly}
            error={fieldError(error, `/budgets/${name}`)}
          />
        ))}
        <MoneyField
          label="Cost per month"
          currency={fields.currency}
          value={fields.monthlyCost}
          onChange={(monthlyCost) => edit({ monthlyCost })}
          readOnly={readOnly}
          error={fieldError(error, '/budgets/monthlyCost')}
        />
      </SimpleGrid>
    </SectionCard>
  )
}
