import { TagsInput } from '@mantine/core'
import { fieldErrorUnder } from '../ui/field-errors.ts'
import { splitTags } from '../ui/tags.ts'
import { type AreaRow, MAX_POSTAL_CODE_LENGTH, MAX_REGION_LENGTH, tooLongError } from './areas.ts'
import { countryName } from './countries.ts'

interface Props {
  row: AreaRow
  onChange: (row: AreaRow) => void
  error: Error | null
  /** JSON pointer of this area in the request body. */
  path: string
}

/** Limits a country to regions and postal codes; empty fields mean the whole country. */
export function AreaFields({ row, onChange, error, path }: Props) {
  const name = countryName(row.country)
  return (
    <>
      <TagsInput
        label={`Only these regions of ${name}`}
        description="As written in addresses, such as NY or Bavaria. Press Enter or type a comma to add one."
        value={row.regions}
        onChange={(regions) => onChange({ ...row, regions: splitTags(regions, row.regions) })}
        error={tooLongError(row.regions, MAX_REGION_LENGTH) ?? fieldErrorUnder(error, `${path}/regions`)}
        maxTags={100}
        acceptValueOnBlur
      />
      <TagsInput
        label={`Only these postal codes of ${name}`}
        description="Complete (1010), by prefix (10*) or as a range (1000-1999)."
        value={row.postalCodes}
        onChange={(postalCodes) => onChange({ ...row, postalCodes: splitTags(postalCodes, row.postalCodes) })}
        error={tooLongError(row.postalCodes, MAX_POSTAL_CODE_LENGTH) ?? fieldErrorUnder(error, `${path}/postalCodes`)}
        maxTags={500}
        acceptValueOnBlur
      />
      <TagsInput
        label={`Except these postal codes of ${name}`}
        description="In the same formats, for example to exclude islands."
        value={row.excludedPostalCodes}
        onChange={(excludedPostalCodes) =>
          onChange({ ...row, excludedPostalCodes: splitTags(excludedPostalCodes, row.excludedPostalCodes) })
        }
        error={
          tooLongError(row.excludedPostalCodes, MAX_POSTAL_CODE_LENGTH) ??
          fieldErrorUnder(error, `${path}/excludedPostalCodes`)
        }
        maxTags={500}
        acceptValueOnBlur
      />
    </>
  )
}
