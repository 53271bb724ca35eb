import { COUNTRY_CODES } from '@storedesk/sdk'
import { useMemo } from 'react'
import { useShop } from '../shop/shop-context.tsx'
import { Field, TextField } from '../ui/field.tsx'
import { type BuyerDetails, type FieldErrors, needsRegion } from './buyer-details.ts'

interface Props {
  details: BuyerDetails
  errors: FieldErrors
  onChange: (changes: Partial<BuyerDetails>) => void
  /** The buyer has left a field. */
  onBlur: (name: keyof BuyerDetails) => void
}

export function AddressForm({ details, errors, onChange, onBlur }: Props) {
  const text = (name: keyof BuyerDetails, label: string, autoComplete: string) => ({
    ...{ name, label, autoComplete: `shipping ${autoComplete}`, error: errors[name], value: details[name] },
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onChange({ [name]: currentTarget.value }),
    onBlur: () => onBlur(name),
  })
  return (
    <div className="form-grid">
      <CountryField details={details} errors={errors} onChange={onChange} onBlur={onBlur} />
      <TextField {...text('name', 'Full name', 'name')} />
      <TextField {...text('company', 'Company', 'organization')} isOptional />
      <TextField {...text('line1', 'Street and house number', 'address-line1')} />
      <TextField {...text('line2', 'Apartment, floor', 'address-line2')} isOptional />
      <div className="form-row">
        <TextField {...text('postalCode', 'Postal code', 'postal-code')} />
        <TextField {...text('city', 'City', 'address-level2')} />
      </div>
      {needsRegion(details.country) ? <TextField {...text('region', 'State or region', 'address-level1')} /> : null}
      <TextField
        {...text('phone', 'Phone', 'tel')}
        type="tel"
        isOptional
        hint="Only used if the carrier cannot find you."
      />
    </div>
  )
}

function CountryField({ details, errors, onChange, onBlur }: Props) {
  const locale = useShop().layout.theme.locales.default
  const countries = useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region' })
    return COUNTRY_CODES.map((code) => ({ code, name: names.of(code) ?? code })).sort((a, b) =>
      a.name.localeCompare(b.name, locale),
    )
  }, [locale])
  return (
    <Field name="country" label="Country" error={errors.country}>
      {(attributes) => (
        <select
          {...attributes}
          autoComplete="shipping country"
          value={details.country}
          onChange={({ currentTarget: { value } }) => onChange({ country: value })}
          onBlur={() => onBlur('country')}
        >
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
