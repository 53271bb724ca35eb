import { Paper, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { COUNTRIES } from '../areas/countries.ts'
import { fieldError } from '../ui/field-errors.ts'
import { useSavedFormDraft } from '../ui/form-draft.ts'
import { LabelSelect } from '../ui/label-select.tsx'
import { SaveForm } from '../ui/save-form.tsx'
import { Section } from '../ui/section.tsx'
import { textOrNull } from '../ui/text.ts'
import { type TaxSettings, type TaxSettingsInput, useUpdateTaxSettings } from './taxes.ts'

interface TaxSettingsFields extends Omit<TaxSettingsInput, 'defaultAddress'> {
  country: string
  region: string
}

const toFields = ({ pricesIncludeTax, shippingTax, rounding, defaultAddress }: TaxSettings): TaxSettingsFields => ({
  pricesIncludeTax,
  shippingTax,
  rounding,
  country: defaultAddress?.country ?? '',
  region: defaultAddress?.region ?? '',
})

const toTaxSettings = ({ country, region, ...settings }: TaxSettingsFields): TaxSettingsInput => ({
  ...settings,
  defaultAddress: country ? { country, region: textOrNull(region) } : null,
})

const TAX_INCLUSION_LABELS = { yes: 'Include tax', no: 'Exclude tax' }

const SHIPPING_TAX_LABELS: Record<TaxSettings['shippingTax'], string> = {
  highest: 'At the highest rate of the items',
  class: 'At the rates of the “shipping” class',
  none: 'No tax',
}

const ROUNDING_LABELS: Record<TaxSettings['rounding'], string> = {
  item: 'Per item',
  order: 'Per order',
}

/** Viewers cannot edit the fields but must be able to read them. */
const READABLE_WHEN_DISABLED = { input: { color: 'var(--mantine-color-text)', opacity: 1 } }

export function TaxSettingsSection({ settings, canEdit }: { settings: TaxSettings; canEdit: boolean }) {
  const update = useUpdateTaxSettings(settings.version)
  const draft = useSavedFormDraft(toFields(settings), update)
  const { fields } = draft
  const save = () =>
    update.mutate(toTaxSettings(fields), {
      onSuccess: (updated) => draft.markSaved(fields, toFields(updated), 'Tax settings saved'),
    })
  return (
    <Section title="Tax settings">
      <SaveForm
        what="the tax settings"
        errorTitle="Couldn't save the tax settings"
        draft={draft}
        mutation={update}
        canEdit={canEdit}
        gap="sm"
        onSave={save}
      >
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <TaxSettingsInputs fields={fields} edit={draft.edit} error={update.error} canEdit={canEdit} />
        </Paper>
      </SaveForm>
    </Section>
  )
}

interface TaxSettingsInputsProps {
  fields: TaxSettingsFields
  edit: (changes: Partial<TaxSettingsFields>) => void
  error: Error | null
  canEdit: boolean
}

function TaxSettingsInputs({ fields, edit, error, canEdit }: TaxSettingsInputsProps) {
  return (
    <Stack gap="md">
      <LabelSelect
        label="Your prices"
        description={
          fields.pricesIncludeTax
            ? 'Customers pay the price they see. The cart shows how much of it is tax.'
            : 'Tax is added in the cart, based on the customer’s address or the default country below.'
        }
        labels={TAX_INCLUSION_LABELS}
        value={fields.pricesIncludeTax ? 'yes' : 'no'}
        onChange={(value) => edit({ pricesIncludeTax: value === 'yes' })}
        error={fieldError(error, '/pricesIncludeTax')}
        disabled={!canEdit}
        styles={READABLE_WHEN_DISABLED}
      />
      <LabelSelect
        label="Tax on shipping"
        labels={SHIPPING_TAX_LABELS}
        value={fields.shippingTax}
        onChange={(shippingTax) => edit({ shippingTax })}
        error={fieldError(error, '/shippingTax')}
        disabled={!canEdit}
        styles={READABLE_WHEN_DISABLED}
      />
      <LabelSelect
        label="Tax rounding"
        description="Follow the law of your country. Totals can differ by a cent."
        labels={ROUNDING_LABELS}
        value={fields.rounding}
        onChange={(rounding) => edit({ rounding })}
        error={fieldError(error, '/rounding')}
        disabled={!canEdit}
        styles={READABLE_WHEN_DISABLED}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label="Default country"
          description="Its taxes apply until the customer’s address is known."
          placeholder="None, no tax until then"
          data={COUNTRIES}
          value={fields.country || null}
          onChange={(country) => edit(country ? { country } : { country: '', region: '' })}
          searchable
          clearable
          nothingFoundMessage="No results"
          error={fieldError(error, '/defaultAddress/country')}
          readOnly={!canEdit}
        />
        <TextInput
          label="Default region"
          description="If taxes differ within the country, such as NY."
          value={fields.region}
          onChange={(event) => edit({ region: event.currentTarget.value })}
          error={fieldError(error, '/defaultAddress/region')}
          maxLength={50}
          autoComplete="off"
          readOnly={!canEdit}
          disabled={fields.country === ''}
        />
      </SimpleGrid>
    </Stack>
  )
}
