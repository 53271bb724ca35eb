import { TagsInput } from '@mantine/core'
import { faultUnder } from '../parts/faults.ts'
import { splitTags } from '../parts/tags.ts'
import { countryName } from './countries.ts'
import { LONGEST_POSTCODE, LONGEST_REGION, overlongIn, type PlaceRow } from './places.ts'

interface Props {
  row: PlaceRow
  onChange: (row: PlaceRow) => void
  error: Error | null
  /** Of the place in the body that is sent. */
  path: string
}

/** Which part of a country is meant; with nothing filled in, all of it. */
export function PartFields({ row, onChange, error, path }: Props) {
  const name = countryName(row.country)
  return (
    <>
      <TagsInput
        label={`Only these regions of ${name}`}
        description="As addresses write them: NY, or Bavaria. Enter or a comma ends one."
        value={row.regions}
        onChange={(regions) => onChange({ ...row, regions: splitTags(regions, row.regions) })}
        error={overlongIn(row.regions, LONGEST_REGION) ?? faultUnder(error, `${path}/regions`)}
        maxTags={100}
        acceptValueOnBlur
      />
      <TagsInput
        label={`Only these postcodes of ${name}`}
        description="Whole (1010), by their beginning (10*) or from and to (1000-1999)."
        value={row.postcodes}
        onChange={(postcodes) => onChange({ ...row, postcodes: splitTags(postcodes, row.postcodes) })}
        error={overlongIn(row.postcodes, LONGEST_POSTCODE) ?? faultUnder(error, `${path}/postcodes`)}
        maxTags={500}
        acceptValueOnBlur
      />
      <TagsInput
        label={`Not these postcodes of ${name}`}
        description="Written alike, for islands and the like."
        value={row.exceptPostcodes}
        onChange={(exceptPostcodes) =>
          onChange({ ...row, exceptPostcodes: splitTags(exceptPostcodes, row.exceptPostcodes) })
        }
        error={overlongIn(row.exceptPostcodes, LONGEST_POSTCODE) ?? faultUnder(error, `${path}/exceptPostcodes`)}
        maxTags={500}
        acceptValueOnBlur
      />
    </>
  )
}
