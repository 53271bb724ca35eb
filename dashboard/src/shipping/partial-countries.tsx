import { Button, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { AreaFields } from '../areas/area-fields.tsx'
import { type AreaRow, isWholeCountry } from '../areas/areas.ts'
import { countryName } from '../areas/countries.ts'
import { fieldErrorUnder } from '../ui/field-errors.ts'

interface Props {
  rows: AreaRow[]
  onChange: (rows: AreaRow[]) => void
  error: Error | null
}

/** Opened per country on request: a zone of thirty countries would otherwise show ninety fields. */
export function PartialCountries({ rows, onChange, error }: Props) {
  const [openKeys, setOpenKeys] = useState<string[]>([])
  const isOpen = (row: AreaRow) => !isWholeCountry(row) || openKeys.includes(row.key)
  const openRow = (key: string) => setOpenKeys((current) => [...current, key])
  const wholeCountries = rows.filter((row) => !isOpen(row))
  return (
    <>
      {rows.map((row, index) =>
        isOpen(row) || fieldErrorUnder(error, `/areas/${index}`) ? (
          <Paper key={row.key} withBorder p="md" role="group" aria-label={`Parts of ${countryName(row.country)}`}>
            <Stack gap="sm">
              <Group justify="space-between">
                <Text fw={600}>{countryName(row.country)}</Text>
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => {
                    setOpenKeys((current) => current.filter((key) => key !== row.key))
                    onChange(rows.with(index, { ...row, regions: [], postalCodes: [], excludedPostalCodes: [] }))
                  }}
                  aria-label={`Use all of ${countryName(row.country)}`}
                >
                  Use entire country
                </Button>
              </Group>
              <AreaFields
                row={row}
                onChange={(changed) => {
                  // Keeps the row open when its last tag is removed.
                  openRow(row.key)
                  onChange(rows.with(index, changed))
                }}
                error={error}
                path={`/areas/${index}`}
              />
            </Stack>
          </Paper>
        ) : null,
      )}
      {wholeCountries.length > 0 ? (
        <NativeSelect
          label="Limit to part of a country"
          description="Select a country to limit it to regions or postal codes. If several zones match an address, the most specific one applies."
          value=""
          onChange={(event) => openRow(event.currentTarget.value)}
          data={[
            { value: '', label: 'Entire countries' },
            ...wholeCountries.map(({ key, country }) => ({
              value: key,
              label: `Part of ${countryName(country)}`,
            })),
          ]}
        />
      ) : null}
    </>
  )
}
