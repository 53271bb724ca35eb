import { ActionIcon, Group, MultiSelect, Paper, TagsInput, Text, TextInput } from '@mantine/core'
import { COUNTRIES } from '../areas/countries.ts'
import { RFM_LABELS } from '../customers/customers.ts'
import { CollectionsPicker, ProductsPicker, VariantsPicker } from '../promotions/catalog-pickers.tsx'
import { SelectInput } from '../promotions/select-input.tsx'
import { MoneyField } from '../ui/money-field.tsx'
import { selectOptions } from '../ui/select-options.ts'
import { splitTags } from '../ui/tags.ts'
import {
  CONSENT_LABELS,
  FIELD_INPUTS,
  FIELD_LABELS,
  OPERATOR_LABELS,
  operatorsOf,
  takesDays,
} from './condition-labels.ts'
import { type ConditionRow, changeField, changeOperator } from './condition-rows.ts'

interface Props {
  row: ConditionRow
  /** "condition 2", for screen readers. */
  name: string
  currency: string
  onChange: (row: ConditionRow) => void
  onRemove: () => void
  readOnly: boolean
  error: string | undefined
}

export function ConditionRowFields(props: Props) {
  const { row, name, onChange, onRemove, readOnly } = props
  return (
    <Paper component="li" withBorder p="xs">
      <Group gap="xs" align="flex-start">
        <div style={{ flex: '1 1 10rem' }}>
          <SelectInput
            label={`Field of ${name}`}
            hideLabel
            labels={FIELD_LABELS}
            value={row.field}
            onChange={(field) => onChange(changeField(row, field))}
            readOnly={readOnly}
          />
        </div>
        {row.field === 'custom_field' ? (
          <TextInput
            flex="1 1 7rem"
            aria-label={`Name of the custom field of ${name}`}
            placeholder="birthday"
            value={row.customKey}
            onChange={(event) => onChange({ ...row, customKey: event.currentTarget.value })}
            maxLength={50}
            readOnly={readOnly}
          />
        ) : null}
        <div style={{ flex: '1 1 7rem' }}>
          <SelectInput
            label={`Comparison of ${name}`}
            hideLabel
            labels={OPERATOR_LABELS}
            values={operatorsOf(row.field)}
            value={row.operator}
            onChange={(operator) => onChange(changeOperator(row, operator))}
            readOnly={readOnly}
          />
        </div>
        <div style={{ flex: '2 1 12rem', minWidth: 0 }}>
          <ValueInput {...props} />
        </div>
        <PurchaseDays {...props} />
        {readOnly ? null : (
          <ActionIcon variant="default" size="lg" c="red" aria-label={`Remove ${name}`} onClick={onRemove}>
            ✕
          </ActionIcon>
        )}
      </Group>
    </Paper>
  )
}

function ValueInput({ row, name, currency, onChange, readOnly, error }: Props) {
  const label = `Value of ${name}`
  const setText = (text: string) => onChange({ ...row, text })
  const setList = (list: string[]) => onChange({ ...row, list })
  const textProps = { 'aria-label': label, value: row.text, readOnly, error }
  const pickerProps = { label, hideLabel: true, ids: row.list, onChange: setList, readOnly, error }
  switch (FIELD_INPUTS[row.field]) {
    case 'count':
      return (
        <TextInput
          {...textProps}
          onChange={(event) => setText(event.currentTarget.value)}
          inputMode="numeric"
          placeholder="2"
        />
      )
    case 'money':
      return <MoneyField {...textProps} currency={currency} onChange={setText} />
    case 'time':
      return takesDays(row.operator) ? (
        <TextInput
          {...textProps}
          onChange={(event) => setText(event.currentTarget.value)}
          inputMode="numeric"
          placeholder="90"
          rightSection={<Unit>{row.operator === 'over_days_ago' ? 'days ago' : 'days'}</Unit>}
          rightSectionWidth={68}
        />
      ) : (
        <TextInput {...textProps} type="datetime-local" onChange={(event) => setText(event.currentTarget.value)} />
      )
    case 'products':
      return <ProductsPicker {...pickerProps} />
    case 'variants':
      return <VariantsPicker {...pickerProps} />
    case 'collections':
      return <CollectionsPicker {...pickerProps} />
    case 'tags':
      return (
        <TagsInput
          aria-label={label}
          placeholder={row.list.length === 0 ? 'wholesale' : ''}
          value={row.list}
          onChange={(tags) => setList(splitTags(tags, row.list))}
          maxLength={50}
          acceptValueOnBlur
          readOnly={readOnly}
          error={error}
        />
      )
    case 'countries':
      return <OptionsSelect {...pickerProps} data={COUNTRIES} placeholder="Search countries" />
    case 'rfm':
      return <OptionsSelect {...pickerProps} data={RFM_OPTIONS} placeholder="Select groups" />
    case 'marketing':
      return (
        <SelectInput
          label={label}
          hideLabel
          labels={CONSENT_LABELS}
          value={toConsent(row.text)}
          onChange={setText}
          readOnly={readOnly}
          error={error}
        />
      )
    case 'text':
      return <TextInput {...textProps} onChange={(event) => setText(event.currentTarget.value)} maxLength={1000} />
  }
}

const RFM_OPTIONS = selectOptions(RFM_LABELS)

const toConsent = (text: string): keyof typeof CONSENT_LABELS =>
  text === 'unsubscribed' || text === 'pending' || text === 'none' ? text : 'subscribed'

interface OptionsSelectProps {
  label: string
  ids: string[]
  onChange: (values: string[]) => void
  readOnly: boolean
  error: string | undefined
  data: { value: string; label: string }[]
  placeholder: string
}

const OptionsSelect = ({ label, ids, onChange, readOnly, error, data, placeholder }: OptionsSelectProps) => (
  <MultiSelect
    aria-label={label}
    placeholder={ids.length === 0 ? placeholder : ''}
    data={data}
    value={ids}
    onChange={onChange}
    searchable
    hidePickedOptions
    // Otherwise 250 hidden options rerender on every keystroke in any field.
    comboboxProps={{ keepMounted: false }}
    nothingFoundMessage="No results"
    readOnly={readOnly}
    error={error}
  />
)

/** Products that were bought ever, or in the last days. */
function PurchaseDays({ row, name, onChange, readOnly }: Props) {
  const kind = FIELD_INPUTS[row.field]
  if (kind !== 'products' && kind !== 'variants' && kind !== 'collections') return null
  return (
    <TextInput
      flex="1 1 9rem"
      aria-label={`Days of ${name}`}
      placeholder="any number of"
      inputMode="numeric"
      leftSection={<Unit>last</Unit>}
      leftSectionWidth={40}
      rightSection={<Unit>days</Unit>}
      rightSectionWidth={44}
      value={row.days}
      onChange={(event) => onChange({ ...row, days: event.currentTarget.value })}
      maxLength={5}
      readOnly={readOnly}
    />
  )
}

const Unit = ({ children }: { children: string }) => (
  <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
    {children}
  </Text>
)
