import { Alert, Badge, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useDesk } from '../access/desk.ts'
import { Failure } from '../parts/failure.tsx'
import { faultAt } from '../parts/faults.ts'
import { Live } from '../parts/live.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { type Location, useAddLocation, useChangeLocation, useLocations } from './locations.ts'
import { RenameLocationDialog } from './rename-location-dialog.tsx'

export function LocationsPage() {
  const { workspace } = useDesk()
  const locations = useLocations()
  const mayChange = workspace.role !== 'viewer'
  const first = locations.data?.find(({ active }) => active)
  return (
    <Page
      title="Locations"
      about="Where stock lies: warehouses, shops, a shed. The first that is open gets what names no other."
    >
      {mayChange ? null : <Alert color="blue">Your role here is viewer: you can look but not change.</Alert>}
      {locations.isPending ? <Loading what="the locations" /> : null}
      <Failure error={locations.error} title="The locations can't be shown" onRetry={() => void locations.refetch()} />
      {locations.data?.length === 0 ? (
        <Text c="dimmed">None yet. “Main location” is made when something is first put in stock.</Text>
      ) : null}
      {locations.data && locations.data.length > 0 ? (
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Locations">
          {locations.data.map((location) => (
            <LocationRow
              key={location.id}
              location={location}
              isFirst={location.id === first?.id}
              mayChange={mayChange}
            />
          ))}
        </Stack>
      ) : null}
      {mayChange ? <AddLocation /> : null}
    </Page>
  )
}

function LocationRow({ location, isFirst, mayChange }: { location: Location; isFirst: boolean; mayChange: boolean }) {
  const { id, name, active } = location
  const [isRenaming, setIsRenaming] = useState(false)
  const change = useChangeLocation(id)
  return (
    <Paper component="li" withBorder px="md" py="sm">
      <Stack gap="xs">
        <Group justify="space-between" gap="sm">
          <Group gap="xs" miw={0}>
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
            {isFirst ? (
              <Badge variant="default" tt="none" miw="max-content">
                First
              </Badge>
            ) : null}
            {active ? null : (
              <Badge variant="dot" color="gray.5" tt="none" miw="max-content">
                Closed
              </Badge>
            )}
          </Group>
          {mayChange ? (
            <Group gap="xs">
              <Button size="xs" variant="default" onClick={() => setIsRenaming(true)} aria-label={`Rename ${name}`}>
                Rename
              </Button>
              <Button
                size="xs"
                variant="default"
                loading={change.isPending}
                onClick={() => change.mutate({ active: !active })}
                aria-label={active ? `Close ${name}` : `Open ${name} again`}
              >
                {active ? 'Close' : 'Open again'}
              </Button>
            </Group>
          ) : null}
        </Group>
        <Failure error={change.error} title={active ? `${name} stays open` : `${name} stays closed`} />
      </Stack>
      {isRenaming ? <RenameLocationDialog location={location} onClose={() => setIsRenaming(false)} /> : null}
    </Paper>
  )
}

function AddLocation() {
  const [name, setName] = useState('')
  const [news, setNews] = useState('')
  const add = useAddLocation()
  return (
    <Paper withBorder p="md">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const wanted = name.trim()
          if (!wanted || add.isPending) return
          add.mutate(wanted, {
            onSuccess: () => {
              setName('')
              setNews(`${wanted} is open.`)
            },
          })
        }}
      >
        <Stack gap="sm">
          <Group gap="sm" align="flex-end">
            <TextInput
              flex="1 1 14rem"
              label="New location"
              placeholder="Berlin warehouse"
              value={name}
              onChange={(event) => {
                add.reset()
                setNews('')
                setName(event.currentTarget.value)
              }}
              maxLength={100}
              error={faultAt(add.error, '/name')}
            />
            <Button type="submit" loading={add.isPending} disabled={name.trim() === ''}>
              Add
            </Button>
          </Group>
          <Failure error={add.error} title="The location was not added" />
          <Live>
            {news ? (
              <Text size="sm" c="dimmed">
                {news}
              </Text>
            ) : null}
          </Live>
        </Stack>
      </form>
    </Paper>
  )
}
