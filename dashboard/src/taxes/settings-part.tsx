import { NativeSelect, Paper, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { choicesOf } from '../parts/choices.ts'
import { faultAt } from '../parts/faults.ts'
import { SaveForm } from '../parts/save-form.tsx'
import { useSavedDraft } from '../parts/saved-draft.ts'
import { Section } from '../parts/section.tsx'
import { COUNTRIES } from '../places/countries.ts'
import { INCLUDED_WORDS, ROUNDING_WORDS, SHIPPING_WORDS } from './tax-words.ts'
import { type SavedSettings, type TaxSettings, useSaveTaxSettings } from './taxes.ts'

interface Fields extends Omit<TaxSettings, 'defaultPlace'> {
  country: string
  region: string
}

const fieldsOf = ({ pricesIncludeTax, shippingTax, rounding, defaultPlace }: TaxSettings): Fields => ({
  pricesIncludeTax,
  shippingTax,
  rounding,
  country: defaultPlace?.country ?? '',
  region: defaultPlace?.region ?? '',
})

const settingsIn = ({ country, region, ...settings }: Fields): TaxSettings => ({
  ...settings,
  defaultPlace: country ? { country, region: region.trim() || null } : null,
})

/** Who may not change it shall read it all the same. */
const READABLE = { input: { color: 'var(--mantine-color-text)', opacity: 1 } }

export function SettingsPart({ settings, mayChange }: { settings: SavedSettings; mayChange: boolean }) {
  const save = useSaveTaxSettings(settings.version)
  const draft = useSavedDraft(fieldsOf(settings), save)
  const { fields } = draft
  const send = () =>
    save.mutate(settingsIn(fields), {
      onSuccess: (now) => draft.settle(fields, fieldsOf(now), 'Saved. Carts are reckoned by it from now on.'),
    })
  return (
    <Section title="How taxes are reckoned">
      <SaveForm
        what="the tax settings"
        refused="The settings were not saved"
        draft={draft}
        saving={save}
        mayChange={mayChange}
        gap="sm"
        onSave={send}
      >
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <SettingsFields fields={fields} edit={draft.edit} error={save.error} mayChange={mayChange} />
        </Paper>
      </SaveForm>
    </Section>
  )
}

interface FieldsProps {
  fields: Fields
  edit: (changes: Partial<Fields>) => void
  error: Error | null
  mayChange: boolean
}

function SettingsFields({ fields, edit, error, mayChange }: FieldsProps) {
  return (
    <Stack gap="md">
      <NativeSelect
        label="Your prices"
        description={
          fields.pricesIncludeTax
            ? 'Buyers pay what they see; the cart says how much of it is tax.'
            : 'Tax is added in the cart, by the buyer’s address or the default country below.'
        }
        data={choicesOf(INCLUDED_WORDS)}
        value={fields.pricesIncludeTax ? 'yes' : 'no'}
        onChange={(event) => edit({ pricesIncludeTax: event.currentTarget.value === 'yes' })}
        error={faultAt(error, '/pricesIncludeTax')}
        disabled={!mayChange}
        styles={READABLE}
      />
      <NativeSelect
        label="Shipping is taxed"
        data={choicesOf(SHIPPING_WORDS)}
        value={fields.shippingTax}
        onChange={(event) => edit({ shippingTax: event.currentTarget.value as TaxSettings['shippingTax'] })}
        error={faultAt(error, '/shippingTax')}
        disabled={!mayChange}
        styles={READABLE}
      />
      <NativeSelect
        label="Taxes are rounded"
        description="As the law of your country says. It makes a difference of a cent at times."
        data={choicesOf(ROUNDING_WORDS)}
        value={fields.rounding}
        onChange={(event) => edit({ rounding: event.currentTarget.value as TaxSettings['rounding'] })}
        error={faultAt(error, '/rounding')}
        disabled={!mayChange}
        styles={READABLE}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label="Default country"
          description="Its taxes show until a buyer’s address is known."
          placeholder="None: no tax until then"
          data={COUNTRIES}
          value={fields.country || null}
          onChange={(country) => edit(country ? { country } : { country: '', region: '' })}
          searchable
          clearable
          nothingFoundMessage="No such country"
          error={faultAt(error, '/defaultPlace/country')}
          readOnly={!mayChange}
        />
        <TextInput
          label="Default region"
          description="Where taxes differ in the country, such as NY."
          value={fields.region}
          onChange={(event) => edit({ region: event.currentTarget.value })}
          error={faultAt(error, '/defaultPlace/region')}
          maxLength={50}
          autoComplete="off"
          readOnly={!mayChange}
          disabled={fields.country === ''}
        />
      </SimpleGrid>
    </Stack>
  )
}
