import { Checkbox, MultiSelect, TextInput } from '@mantine/core'
import { useDraft } from '../parts/draft.ts'
import { DraftDialog } from '../parts/draft-dialog.tsx'
import { faultAt, toldPlainly } from '../parts/faults.ts'
import { COUNTRIES, countryName } from '../places/countries.ts'
import { useSave, type Zone } from './shipping.ts'
import { countriesIn, EMPTY_ZONE, fieldsOf, obstacleIn, withCountries, type ZoneFields, zoneIn } from './zone-fields.ts'
import { ZoneParts } from './zone-parts.tsx'

interface Props {
  zone?: Zone | undefined
  onClose: (news?: string) => void
}

export function ZoneDialog({ zone, onClose }: Props) {
  const draft = useDraft(zone ? fieldsOf(zone) : EMPTY_ZONE)
  const save = useSave<Pick<Zone, 'name' | 'places'>>('zone', zone)
  const { fields } = draft
  const body = zoneIn(fields)
  return (
    <DraftDialog
      title={zone ? `Change “${zone.name}”` : 'New zone'}
      what="this zone"
      saveLabel={zone ? 'Save' : 'Create the zone'}
      draft={draft}
      saving={save}
      error={toldPlainly(save.error, (path) => nameOf(path, fields))}
      obstacle={obstacleIn(fields)}
      onSave={() => save.mutate(body, { onSuccess: () => onClose(`“${body.name}” is saved.`) })}
      onClose={() => onClose()}
    >
      <TextInput
        label="Name"
        description="For you; buyers don't see it."
        placeholder="Austria and Germany"
        value={fields.name}
        onChange={(event) => draft.edit({ name: event.currentTarget.value })}
        error={faultAt(save.error, '/name')}
        maxLength={100}
        autoComplete="off"
        data-autofocus
      />
      <MultiSelect
        label="Countries"
        description="Buyers whose address is there are offered the rates of this zone."
        placeholder={fields.rows.length > 0 ? '' : 'Type a name'}
        data={COUNTRIES}
        value={countriesIn(fields)}
        onChange={(countries) => {
          // What was refused may be another row's now.
          save.reset()
          draft.edit(withCountries(fields, countries))
        }}
        searchable
        clearable
        nothingFoundMessage="No such country"
        maxValues={250}
        error={faultAt(save.error, '/places')}
      />
      <Checkbox
        label="Rest of the world"
        description="Every country that no other zone has. One zone can be it."
        checked={fields.isAnywhere}
        onChange={(event) => draft.edit({ isAnywhere: event.currentTarget.checked })}
      />
      <ZoneParts rows={fields.rows} onChange={(rows) => draft.edit({ rows })} error={save.error} />
    </DraftDialog>
  )
}

/** A path of the body in words of the form. */
function nameOf(path: string, { rows }: ZoneFields): string {
  const [, list, place] = path.split('/')
  const row = list === 'places' && place ? rows[Number(place)] : undefined
  if (row) return `${countryName(row.country)}:`
  return list === 'name' ? 'The name' : list === 'places' ? 'The countries' : path
}
