import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { useDraft } from '../parts/draft.ts'
import { DraftDialog } from '../parts/draft-dialog.tsx'
import { faultAt, toldPlainly } from '../parts/faults.ts'
import { COUNTRIES, countryName } from '../places/countries.ts'
import { PartFields } from '../places/part-fields.tsx'
import { isWhole, placeInWords } from '../places/places.ts'
import { EMPTY_REGION, fieldsOf, obstacleIn, regionIn } from './region-fields.ts'
import { TaxRows } from './tax-rows.tsx'
import { type Region, useSaveRegion } from './taxes.ts'

export function RegionDialog({ region, onClose }: { region?: Region; onClose: (news?: string) => void }) {
  const draft = useDraft(region ? fieldsOf(region) : EMPTY_REGION)
  const save = useSaveRegion(region)
  const { place, rows } = draft.fields
  const [isNarrowed, setIsNarrowed] = useState(!isWhole(place))
  const body = regionIn(draft.fields)
  return (
    <DraftDialog
      title={region ? `Change ${placeInWords(region.place)}` : 'New tax region'}
      what="this tax region"
      saveLabel={region ? 'Save' : 'Create the region'}
      draft={draft}
      saving={save}
      error={toldPlainly(save.error, nameOf)}
      obstacle={obstacleIn(draft.fields)}
      onSave={() => save.mutate(body, { onSuccess: () => onClose(`${placeInWords(body.place)} is saved.`) })}
      onClose={() => onClose()}
    >
      <Select
        label="Country"
        description="Buyers whose address is there pay these taxes."
        placeholder="Type a name"
        data={COUNTRIES}
        value={place.country || null}
        onChange={(country) => country && draft.edit({ place: { ...place, country } })}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No such country"
        error={faultAt(save.error, '/place') ?? faultAt(save.error, '/place/country')}
        data-autofocus
      />
      {place.country && !isNarrowed && isWhole(place) ? (
        <Button
          size="compact-sm"
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setIsNarrowed(true)}
        >
          {`Only part of ${countryName(place.country)}…`}
        </Button>
      ) : null}
      {place.country && (isNarrowed || !isWhole(place)) ? (
        <PartFields
          row={place}
          onChange={(changed) => draft.edit({ place: changed })}
          error={save.error}
          path="/place"
        />
      ) : null}
      <TaxRows
        rows={rows}
        onChange={(changed) => {
          // What was refused may be another row's now.
          if (changed.length !== rows.length) save.reset()
          draft.edit({ rows: changed })
        }}
        error={save.error}
      />
    </DraftDialog>
  )
}

/** A path of the body in words of the form. */
function nameOf(path: string): string {
  const [, field, place] = path.split('/')
  if (field === 'rates') return place ? `Tax ${Number(place) + 1}:` : 'The taxes'
  return place === 'regions' ? 'The regions:' : place?.endsWith('ostcodes') ? 'The postcodes:' : 'The country'
}
