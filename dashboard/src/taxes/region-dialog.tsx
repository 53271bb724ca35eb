import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { AreaFields } from '../areas/area-fields.tsx'
import { formatArea, isWholeCountry } from '../areas/areas.ts'
import { COUNTRIES, countryName } from '../areas/countries.ts'
import { EditDialog } from '../ui/edit-dialog.tsx'
import { fieldError, withLabeledDetails } from '../ui/field-errors.ts'
import { useFormDraft } from '../ui/form-draft.ts'
import { EMPTY_TAX_REGION, toTaxRegionFields, toTaxRegionInput, validateTaxRegion } from './region-fields.ts'
import { TaxRateInputs } from './tax-rate-inputs.tsx'
import { type TaxRegion, taxRegions } from './taxes.ts'

export function TaxRegionDialog({ region, onClose }: { region?: TaxRegion; onClose: (message?: string) => void }) {
  const draft = useFormDraft(region ? toTaxRegionFields(region) : EMPTY_TAX_REGION)
  const create = taxRegions.useCreate()
  const update = taxRegions.useUpdate(region?.id ?? '', { version: region?.version })
  const save = region ? update : create
  const { area, rows } = draft.fields
  const [isPartial, setIsPartial] = useState(!isWholeCountry(area))
  const body = toTaxRegionInput(draft.fields)
  return (
    <EditDialog
      title={region ? `Edit ${formatArea(region.area)}` : 'Add tax region'}
      what="this tax region"
      saveLabel={region ? 'Save' : 'Add region'}
      draft={draft}
      mutation={save}
      error={withLabeledDetails(save.error, fieldLabel)}
      validationError={validateTaxRegion(draft.fields)}
      onSave={() => save.mutate(body, { onSuccess: () => onClose(`Tax region “${formatArea(body.area)}” saved`) })}
      onClose={() => onClose()}
    >
      <Select
        label="Country"
        description="Customers with an address here pay these taxes."
        placeholder="Search countries"
        data={COUNTRIES}
        value={area.country || null}
        onChange={(country) => country && draft.edit({ area: { ...area, country } })}
        searchable
        allowDeselect={false}
        openOnFocus={region === undefined}
        nothingFoundMessage="No results"
        error={fieldError(save.error, '/area') ?? fieldError(save.error, '/area/country')}
        data-autofocus
      />
      {area.country && !isPartial && isWholeCountry(area) ? (
        <Button
          size="compact-sm"
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setIsPartial(true)}
        >
          {`Limit to part of ${countryName(area.country)}`}
        </Button>
      ) : null}
      {area.country && (isPartial || !isWholeCountry(area)) ? (
        <AreaFields row={area} onChange={(changed) => draft.edit({ area: changed })} error={save.error} path="/area" />
      ) : null}
      <TaxRateInputs
        rows={rows}
        onChange={(changed) => {
          // Old errors may now point to another row.
          if (changed.length !== rows.length) save.reset()
          draft.edit({ rows: changed })
        }}
        error={save.error}
      />
    </EditDialog>
  )
}

/** The form's label for a path in the request body. */
function fieldLabel(path: string): string {
  const [, field, part] = path.split('/')
  if (field === 'rates') return part ? `Tax ${Number(part) + 1}:` : 'Taxes:'
  return part === 'regions' ? 'Regions:' : part?.endsWith('ostalCodes') ? 'Postal codes:' : 'Country:'
}
