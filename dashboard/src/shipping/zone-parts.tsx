import { Button, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { faultUnder } from '../parts/faults.ts'
import { countryName } from '../places/countries.ts'
import { PartFields } from '../places/part-fields.tsx'
import { isWhole, type PlaceRow } from '../places/places.ts'

interface Props {
  rows: PlaceRow[]
  onChange: (rows: PlaceRow[]) => void
  error: Error | null
}

/** Only for countries where somebody asks for it: a zone of thirty countries would else be ninety fields. */
export function ZoneParts({ rows, onChange, error }: Props) {
  const [opened, setOpened] = useState<string[]>([])
  const isOpen = (row: PlaceRow) => !isWhole(row) || opened.includes(row.key)
  const open = (key: string) => setOpened((known) => [...known, key])
  const closed = rows.filter((row) => !isOpen(row))
  return (
    <>
      {rows.map((row, place) =>
        isOpen(row) || faultUnder(error, `/places/${place}`) ? (
          <Paper key={row.key} withBorder p="md" role="group" aria-label={`Parts of ${countryName(row.country)}`}>
            <Stack gap="sm">
              <Group justify="space-between">
                <Text fw={600}>{countryName(row.country)}</Text>
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => {
                    setOpened((known) => known.filter((key) => key !== row.key))
                    onChange(rows.with(place, { ...row, regions: [], postcodes: [], exceptPostcodes: [] }))
                  }}
                  aria-label={`All of ${countryName(row.country)}`}
                >
                  All of it
                </Button>
              </Group>
              <PartFields
                row={row}
                onChange={(changed) => {
                  // It stays on the screen also when its last tag is taken away.
                  open(row.key)
                  onChange(rows.with(place, changed))
                }}
                error={error}
                path={`/places/${place}`}
              />
            </Stack>
          </Paper>
        ) : null,
      )}
      {closed.length > 0 ? (
        <NativeSelect
          label="Only part of a country?"
          description="Choose one to name its regions or postcodes. An address that two zones have belongs to the narrower."
          value=""
          onChange={(event) => open(event.currentTarget.value)}
          data={[
            { value: '', label: 'All of each' },
            ...closed.map(({ key, country }) => ({ value: key, label: `Only part of ${countryName(country)}` })),
          ]}
        />
      ) : null}
    </>
  )
}
