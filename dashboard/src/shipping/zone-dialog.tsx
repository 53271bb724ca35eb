import { Checkbox, MultiSelect, TextInput } from '@mantine/core'
import { COUNTRIES, countryName } from '../areas/countries.ts'
import { EditDialog } from '../ui/edit-dialog.tsx'
import { fieldError, withLabeledDetails } from '../ui/field-errors.ts'
import { useFormDraft } from '../ui/form-draft.ts'
import { PartialCountries } from './partial-countries.tsx'
import { type ShippingZone, useSaveShipping } from './shipping.ts'
import {
  EMPTY_ZONE,
  toZoneFields,
  toZoneInput,
  validateZone,
  withCountries,
  type ZoneFields,
  zoneCountries,
} from './zone-fields.ts'

interface Props {
  zone?: ShippingZone | undefined
  onClose: (message?: string) => void
}

export function ZoneDialog({ zone, onClose }: Props) {
  const draft = useFormDraft(zone ? toZoneFields(zone) : EMPTY_ZONE)
  const save = useSaveShipping<Pick<ShippingZone, 'name' | 'areas'>>('zone', zone)
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
