import { NativeSelect, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core'
import { useLocations } from '../inventory/locations.ts'
import { EditDialog } from '../ui/edit-dialog.tsx'
import { fieldError, fieldErrorUnder, withLabeledDetails } from '../ui/field-errors.ts'
import { useFormDraft } from '../ui/form-draft.ts'
import { MoneyField } from '../ui/money-field.tsx'
import { changesPaths } from './price-fields.ts'
import { PriceInputs } from './price-inputs.tsx'
import {
  EMPTY_RATE,
  otherFreeFromCurrencies,
  type RateFields,
  toRateChanges,
  toRateFields,
  toRateInput,
  validateRate,
} from './rate-fields.ts'
import { formatRate } from './rate-labels.ts'
import { type ShippingProfile, type ShippingRate, type ShippingZone, shippingRates } from './shipping.ts'

interface Props {
  /** An existing rate, or the zone of a new one. */
  target: { rate: ShippingRate } | { zone: ShippingZone } | { pickup: true }
  profiles: ShippingProfile[]
  currency: string
  onClose: (message?: string) => void
}

export function RateDialog({ target, profiles, currency, onClose }: Props) {
  const existing = 'rate' in target ? target.rate : undefined
  const isPickup = existing ? existing.type === 'pickup' : 'pickup' in target
  const draft = useFormDraft(existing ? toRateFields(existing, currency) : EMPTY_RATE)
  const create = shippingRates.useCreate()
  const update = shippingRates.useUpdate(existing?.id ?? '', { version: existing?.version })
  const save = existing ? update : create
  const { fields } = draft
  const edit = (changes: Partial<RateFields>) => {
    // Old errors may now point to another row. Otherwise keep them: removing them would move the buttons below.
    if (changesPaths(changes, fields)) save.reset()
    draft.edit(changes)
  }
  const submit = () => {
    const onSuccess = () => onClose(`Rate “${fields.title.trim()}” saved`)
    if (existing) return update.mutate(toRateChanges(fields, currency, existing), { onSuccess })
    const rate = toRateInput(fields, currency, undefined)
    create.mutate('zone' in target ? { ...rate, zoneId: target.zone.id } : { ...rate, type: 'pickup' }, { onSuccess })
  }
  const validationError = validateRate(fields, currency, { existing, isPickup })
  return (
    <EditDialog
      title={
        existing ? `Edit “${existing.title}”` : 'zone' in target ? `Add rate to “${target.zone.name}”` : 'Add pickup'
      }
      what="this rate"
      saveLabel={existing ? 'Save' : isPickup ? 'Add pickup' : 'Add rate'}
      draft={draft}
      mutation={save}
      error={withLabeledDetails(save.error, fieldLabel)}
      validationError={validationError}
      onSave={submit}
      onClose={() => onClose()}
    >
      <TextInput
        label="Title"
        description="Customers see it at checkout"
        placeholder={isPickup ? 'Pick up in store' : 'Standard delivery'}
        value={fields.title}
        onChange={(event) => edit({ title: event.currentTarget.value })}
        error={fieldError(save.error, '/title')}
        maxLength={100}
        autoComplete="off"
        data-autofocus
      />
      {isPickup ? <LocationInput fields={fields} edit={edit} error={save.error} /> : null}
      <PriceInputs fields={fields} edit={edit} existing={existing?.price} currency={currency} error={save.error} />
      <MoneyField
        label="Free shipping from"
        description={formatFreeFromHelp(otherFreeFromCurrencies(existing, currency))}
        value={fields.freeFrom}
        onChange={(freeFrom) => edit({ freeFrom })}
        currency={currency}
        error={fieldErrorUnder(save.error, '/freeFrom')}
      />
      <DeliveryDaysInputs fields={fields} edit={edit} error={save.error} />
      <MoreRateInputs fields={fields} edit={edit} error={save.error} profiles={profiles} />
      <Text size="sm" aria-live="polite">
        {validationError ??
          `Customers see: ${fields.title.trim()}, ${formatRate(toRateInput(fields, currency, existing), currency)}.`}
      </Text>
    </EditDialog>
  )
}

interface RateInputProps {
  fields: RateFields
  edit: (changes: Partial<RateFields>) => void
  error: Error | null
}

function LocationInput({ fields, edit, error }: RateInputProps) {
  const locations = useLocations()
  const selectable = locations.data?.filter(({ id, active }) => active || id === fields.locationId) ?? []
  return (
    <NativeSelect
      label="Location"
      description="Where customers pick up their order"
      data={[
        { value: '', label: 'Select a location' },
        ...selectable.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={fields.locationId}
      onChange={(event) => edit({ locationId: event.currentTarget.value })}
      error={fieldError(error, '/locationId')}
    />
  )
}

function DeliveryDaysInputs({ fields, edit, error }: RateInputProps) {
  return (
    <SimpleGrid cols={2}>
      <TextInput
        label="Minimum days"
        inputMode="numeric"
        placeholder="2"
        value={fields.minDays}
        onChange={(event) => edit({ minDays: event.currentTarget.value })}
        error={fieldError(error, '/minDays')}
        autoComplete="off"
      />
      <TextInput
        label="Maximum days"
        inputMode="numeric"
        placeholder="4"
        value={fields.maxDays}
        onChange={(event) => edit({ maxDays: event.currentTarget.value })}
        error={fieldError(error, '/maxDays')}
        autoComplete="off"
      />
    </SimpleGrid>
  )
}

function MoreRateInputs({ fields, edit, error, profiles }: RateInputProps & { profiles: ShippingProfile[] }) {
  return (
    <>
      <Textarea
        label="Description"
        description="Optional. Customers see it below the title."
        value={fields.description}
        onChange={(event) => edit({ description: event.currentTarget.value })}
        error={fieldError(error, '/description')}
        maxLength={500}
        autosize
        minRows={1}
      />
      {profiles.length > 1 ? (
        <NativeSelect
          label="Shipping profile"
          description="Each profile has its own rates. Products that aren't in another profile belong to the default profile."
          data={[...profiles]
            .sort((one, other) => Number(other.default) - Number(one.default))
            .map(({ id, name, default: isDefault }) => ({
              value: isDefault && !fields.profileId ? '' : id,
              label: name,
            }))}
          value={fields.profileId}
          onChange={(event) => edit({ profileId: event.currentTarget.value })}
          error={fieldError(error, '/profileId')}
        />
      ) : null}
      <TextInput
        label="Service"
        description={
          profiles.length > 1
            ? 'Rates of several profiles with the same service are one choice for customers. Leave empty to derive it from the title.'
            : 'Name in the API: lowercase letters, digits and hyphens. Leave empty to derive it from the title.'
        }
        placeholder="standard"
        value={fields.service}
        onChange={(event) => edit({ service: event.currentTarget.value })}
        error={fieldError(error, '/service')}
        maxLength={50}
        autoComplete="off"
      />
    </>
  )
}

const formatFreeFromHelp = (others: string[]) =>
  `Item total, after discounts. Leave empty for no free shipping.${others.length > 0 ? ` Amounts in ${others.join(', ')} stay unchanged.` : ''}`

const FIELD_LABELS: Record<string, string> = {
  title: 'Title:',
  description: 'Description:',
  service: 'Service:',
  profileId: 'Shipping profile:',
  locationId: 'Location:',
  price: 'Price:',
  freeFrom: 'Free shipping from:',
  minDays: 'Minimum days:',
  maxDays: 'Maximum days:',
}

/** The form's label for a path in the request body. */
function fieldLabel(path: string): string {
  const [, field = '', list, index] = path.split('/')
  return list === 'tiers' && index ? `Tier ${Number(index) + 1}:` : (FIELD_LABELS[field] ?? path)
}
