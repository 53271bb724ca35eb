import { Checkbox, MultiSelect, TextInput } from '@mantine/core'
import { type AreaRow, hasTooLongEntry, toArea, toAreaRow } from '../areas/areas.ts'
import { COUNTRIES, countryName, REST_OF_WORLD } from '../areas/countries.ts'
import { EditDialog } from '../ui/edit-dialog.tsx'
import { fieldError, withLabeledDetails } from '../ui/field-errors.ts'
import { useFormDraft } from '../ui/form-draft.ts'
import { PartialCountries } from './partial-countries.tsx'
import { type NewZone, type ShippingZone, shippingZones } from './shipping.ts'

interface Props {
  zone?: ShippingZone | undefined
  onClose: (message?: string) => void
}

export function ZoneDialog({ zone, onClose }: Props) {
  const draft = useFormDraft(zone ? toZoneFields(zone) : EMPTY_ZONE)
  const create = shippingZones.useCreate()
  const update = shippingZones.useUpdate(zone?.id ?? '', { version: zone?.version })
  const save = zone ? update : create
  const { fields } = draft
  const body = toZoneInput(fields)
  return (
    <EditDialog
      title={zone ? `Edit “${zone.name}”` : 'Add zone'}
      what="this zone"
      saveLabel={zone ? 'Save' : 'Add zone'}
      draft={draft}
      mutation={save}
      error={withLabeledDetails(save.error, (path) => fieldLabel(path, fields))}
      validationError={validateZone(fields)}
      onSave={() => save.mutate(body, { onSuccess: () => onClose(`Zone “${body.name}” saved`) })}
      onClose={() => onClose()}
    >
      <TextInput
        label="Name"
        description="Customers don't see this"
        placeholder="Austria and Germany"
        value={fields.name}
        onChange={(event) => draft.edit({ name: event.currentTarget.value })}
        error={fieldError(save.error, '/name')}
        maxLength={100}
        autoComplete="off"
        data-autofocus
      />
      <MultiSelect
        label="Countries"
        description="Customers with an address here see the rates of this zone."
        placeholder={fields.rows.length > 0 ? '' : 'Search countries'}
        data={COUNTRIES}
        value={zoneCountries(fields)}
        onChange={(countries) => {
          // Old errors may now point to another row.
          save.reset()
          draft.edit(withCountries(fields, countries))
        }}
        searchable
        clearable
        nothingFoundMessage="No results"
        maxValues={250}
        error={fieldError(save.error, '/areas')}
      />
      <Checkbox
        label="Rest of the world"
        description="All countries that aren't in another zone. Only one zone can include them."
        checked={fields.isRestOfWorld}
        onChange={(event) => draft.edit({ isRestOfWorld: event.currentTarget.checked })}
      />
      <PartialCountries rows={fields.rows} onChange={(rows) => draft.edit({ rows })} error={save.error} />
    </EditDialog>
  )
}

/** The form's label for a path in the request body. */
function fieldLabel(path: string, { rows }: ZoneFields): string {
  const [, list, index] = path.split('/')
  const row = list === 'areas' && index ? rows[Number(index)] : undefined
  if (row) return `${countryName(row.country)}:`
  return list === 'name' ? 'Name:' : list === 'areas' ? 'Countries:' : path
}

interface ZoneFields {
  name: string
  isRestOfWorld: boolean
  rows: AreaRow[]
}

const EMPTY_ZONE: ZoneFields = { name: '', isRestOfWorld: false, rows: [] }

const toZoneFields = ({ name, areas }: ShippingZone): ZoneFields => ({
  name,
  isRestOfWorld: areas.some(({ country }) => country === REST_OF_WORLD),
  rows: areas
    .filter(({ country }) => country !== REST_OF_WORLD)
    .map((area, index) => toAreaRow(area, `${area.country}.${index}`)),
})

/** The rest of the world comes last, so row indexes match the request's. */
const toZoneInput = ({ name, isRestOfWorld, rows }: ZoneFields): NewZone => ({
  name: name.trim(),
  areas: [...rows.map(toArea), ...(isRestOfWorld ? [{ country: REST_OF_WORLD }] : [])],
})

const zoneCountries = ({ rows }: ZoneFields): string[] => [...new Set(rows.map(({ country }) => country))]

/** A country that remains keeps its regions and postal codes. */
const withCountries = (fields: ZoneFields, countries: string[]): Partial<ZoneFields> => {
  const existing = zoneCountries(fields)
  return {
    rows: [
      ...fields.rows.filter(({ country }) => countries.includes(country)),
      ...countries
        .filter((country) => !existing.includes(country))
        .map((country) => toAreaRow({ country }, `new.${country}`)),
    ],
  }
}

function validateZone({ name, isRestOfWorld, rows }: ZoneFields): string | undefined {
  if (name.trim() === '') return 'Enter a name.'
  if (rows.length === 0 && !isRestOfWorld) return 'Select a country.'
  return rows.some(hasTooLongEntry) ? 'A region or postal code is too long.' : undefined
}
