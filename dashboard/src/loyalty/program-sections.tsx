import { SimpleGrid, Switch, Text, TextInput } from '@mantine/core'
import { SectionCard } from '../ui/section.tsx'
import { WholeNumberInput } from '../ui/whole-number-input.tsx'
import { describeEarning, describePointValue } from './loyalty-labels.ts'
import { LIMITS, type SectionProps } from './program-fields.ts'
import { RateInputs } from './rate-inputs.tsx'

export function GeneralSection({ fields, edit, readOnly, errorAt }: SectionProps) {
  return (
    <SectionCard title="General">
      <TextInput
        label="Name"
        description="What customers call your points, such as Acorns."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={fields.name}
        onChange={(event) => edit({ name: event.currentTarget.value })}
        readOnly={readOnly}
        maxLength={100}
        error={errorAt('/name')}
      />
      {readOnly ? (
        <Text size="sm">{fields.active ? 'The program is active.' : 'The program is inactive.'}</Text>
      ) : (
        <Switch
          label="Active"
          description="While it is active, orders earn points and customers can pay with them."
          checked={fields.active}
          onChange={(event) => edit({ active: event.currentTarget.checked })}
        />
      )}
    </SectionCard>
  )
}

export function EarningSection({ fields, edit, readOnly, currency, errorAt }: SectionProps) {
  return (
    <SectionCard
      title="Earning points"
      about="What customers pay for items counts, after discounts and without tax, shipping and gift cards. Each currency has its own rate."
    >
      <RateInputs
        what="earning rate"
        listLabel="Earning rates"
        rows={fields.earning}
        onChange={(earning) => edit({ earning })}
        describe={describeEarning}
        between="for every"
        empty="Orders earn nothing until you add an earning rate."
        currency={currency}
        readOnly={readOnly}
        path="/earning"
        errorAt={errorAt}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <WholeNumberInput
          label="Points stay pending for"
          description="Usually your return window. With 0, points are available right after payment."
          unit="days"
          range={LIMITS.pendingDays}
          value={fields.pendingDays}
          onChange={(pendingDays) => edit({ pendingDays })}
          readOnly={readOnly}
          error={errorAt('/pendingDays')}
        />
        <WholeNumberInput
          label="Points expire after"
          description="Counted from when they become available. Leave empty if they never expire."
          placeholder="Never"
          unit="days"
          range={LIMITS.days}
          value={fields.expiresAfterDays}
          onChange={(expiresAfterDays) => edit({ expiresAfterDays })}
          readOnly={readOnly}
          error={errorAt('/expiresAfterDays')}
        />
      </SimpleGrid>
    </SectionCard>
  )
}

export function PaymentSection({ fields, edit, readOnly, currency, errorAt }: SectionProps) {
  return (
    <SectionCard
      title="Paying with points"
      about="What points are worth at checkout. A change applies to every cart immediately."
    >
      <RateInputs
        what="point value"
        listLabel="Point values"
        rows={fields.pointValues}
        onChange={(pointValues) => edit({ pointValues })}
        describe={describePointValue}
        between="are worth"
        empty="Customers can't pay with points until you add a point value."
        currency={currency}
        readOnly={readOnly}
        path="/pointValues"
        errorAt={errorAt}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <WholeNumberInput
          label="Minimum per payment"
          unit="points"
          range={LIMITS.points}
          value={fields.minPoints}
          onChange={(minPoints) => edit({ minPoints })}
          readOnly={readOnly}
          error={errorAt('/minPoints')}
        />
      </SimpleGrid>
    </SectionCard>
  )
}
