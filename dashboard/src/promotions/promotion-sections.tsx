import { MultiSelect, Paper, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { COUNTRIES } from '../areas/countries.ts'
import { Section } from '../ui/section.tsx'
import { AmountInput } from './amount-input.tsx'
import { BenefitSection } from './benefit-section.tsx'
import { CombinationsSection } from './combinations-section.tsx'
import { CountInput } from './number-input.tsx'
import type { SectionProps } from './promotion-fields.ts'
import { discountTarget } from './promotion-labels.ts'
import { SegmentsPicker } from './segments-picker.tsx'
import { SelectionInputs } from './selection-inputs.tsx'

/** Sections shared by new and existing promotions, most important first. */
export function PromotionSections(props: SectionProps) {
  return (
    <>
      <BenefitSection {...props} />
      <ItemsSection {...props} />
      <ConditionsSection {...props} />
      <LimitsSection {...props} />
      <CombinationsSection {...props} />
    </>
  )
}

export function GeneralSection({ fields, edit, readOnly, errorAt, children }: SectionProps & { children?: ReactNode }) {
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="md">
        <TextInput
          label="Title"
          description="Customers see it in their cart."
          placeholder="10% off your first order"
          value={fields.title}
          onChange={(event) => edit({ title: event.currentTarget.value })}
          maxLength={255}
          readOnly={readOnly}
          error={errorAt('/title')}
        />
        {children}
        {readOnly ? (
          <Text size="sm">{fields.active ? 'This discount is active.' : 'This discount is inactive.'}</Text>
        ) : (
          <Switch
            label="Active"
            description="Turn off to stop the discount, regardless of its dates."
            checked={fields.active}
            onChange={(event) => edit({ active: event.currentTarget.checked })}
          />
        )}
      </Stack>
    </Paper>
  )
}

const DISCOUNTED_ITEMS_HELP = 'Products that are discounted and count toward the conditions below.'
const REQUIRED_ITEMS_HELP =
  'The discount applies when one of these is in the cart. Only these count toward the conditions below.'

export function ItemsSection({ fields, edit, readOnly, errorAt }: SectionProps) {
  const isDiscounted = discountTarget(fields.benefit) === 'item' && fields.benefit.kind !== 'gift'
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Section title="Eligible products" about={isDiscounted ? DISCOUNTED_ITEMS_HELP : REQUIRED_ITEMS_HELP}>
        <SelectionInputs
          label="Products"
          allLabel="All products except gift cards"
          value={fields.items}
          onChange={(items) => edit({ items })}
          readOnly={readOnly}
          path="/items"
          errorAt={errorAt}
        />
      </Section>
    </Paper>
  )
}

export function ConditionsSection({ fields, edit, readOnly, currency, errorAt }: SectionProps) {
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Section title="Conditions" about="All conditions must be met. Empty fields are ignored.">
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <AmountInput
              label="Minimum amount"
              description="Total of eligible products, before discounts."
              value={fields.minAmount}
              currency={currency}
              onChange={(minAmount) => edit({ minAmount })}
              readOnly={readOnly}
              error={errorAt('/conditions/minAmounts')}
            />
            <CountInput
              label="Minimum quantity"
              description="Units of eligible products."
              value={fields.minQuantity}
              onChange={(minQuantity) => edit({ minQuantity })}
              readOnly={readOnly}
              error={errorAt('/conditions/minQuantity')}
            />
          </SimpleGrid>
          <MultiSelect
            label="Countries"
            description="Countries that the order ships to."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            placeholder={fields.countries.length === 0 ? 'All countries' : ''}
            data={COUNTRIES}
            value={fields.countries}
            onChange={(countries) => edit({ countries })}
            searchable
            // Otherwise 250 hidden options rerender on every keystroke in any field.
            comboboxProps={{ keepMounted: false }}
            hidePickedOptions
            nothingFoundMessage="No results"
            readOnly={readOnly}
            error={errorAt('/conditions/countries')}
          />
          <SegmentsPicker
            ids={fields.segmentIds}
            onChange={(segmentIds) => edit({ segmentIds })}
            readOnly={readOnly}
            error={errorAt('/conditions/customer/segmentIds')}
          />
          {Object.keys(fields.hiddenCustomer).length > 0 ? (
            <Text size="sm" c="dimmed">
              There are also other customer conditions. These were set through the API and stay unchanged.
            </Text>
          ) : null}
        </Stack>
      </Section>
    </Paper>
  )
}

const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

export function LimitsSection({ fields, edit, readOnly, errorAt }: SectionProps) {
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Section title="Dates and limits">
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              type="datetime-local"
              label="Start date"
              value={fields.startsAt}
              onChange={(event) => edit({ startsAt: event.currentTarget.value })}
              readOnly={readOnly}
              error={errorAt('/startsAt')}
            />
            <TextInput
              type="datetime-local"
              label="End date"
              value={fields.endsAt}
              onChange={(event) => edit({ endsAt: event.currentTarget.value })}
              readOnly={readOnly}
              error={errorAt('/endsAt')}
            />
          </SimpleGrid>
          <Text size="xs" c="dimmed">
            {`Leave empty to start immediately or never end. Times are in ${TIME_ZONE}.`}
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <CountInput
              label="Total usage limit"
              description="Leave empty for no limit"
              value={fields.usageLimit}
              onChange={(usageLimit) => edit({ usageLimit })}
              readOnly={readOnly}
              error={errorAt('/usageLimit')}
            />
            <CountInput
              label="Usage limit per customer"
              description="Leave empty for no limit. With a limit, customers must enter their email address."
              value={fields.usageLimitPerCustomer}
              onChange={(usageLimitPerCustomer) => edit({ usageLimitPerCustomer })}
              readOnly={readOnly}
              error={errorAt('/usageLimitPerCustomer')}
            />
          </SimpleGrid>
        </Stack>
      </Section>
    </Paper>
  )
}
