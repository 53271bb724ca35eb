import { Alert, Badge, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useWorkspace } from '../session/workspace.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { fieldError } from '../ui/field-errors.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { LiveRegion } from '../ui/live-region.tsx'
import { Loading } from '../ui/loading.tsx'
import { Page } from '../ui/page.tsx'
import { type InventoryLocation, useCreateLocation, useLocations, useUpdateLocation } from './locations.ts'

export function LocationsPage() {
  const { workspace } = useWorkspace()
  const locations = useLocations()
  const canEdit = workspace.role !== 'viewer'
  const first = locations.data?.find(({ active }) => active)
  return (
    <Page
      title="Locations"
      about="Where you store stock, such as warehouses and shops. The default location is used when none is specified."
    >
      {canEdit ? null : <Alert color="blue">Your role is viewer. You can view this page but not make changes.</Alert>}
      {locations.isPending ? <Loading what="the locations" /> : null}
      <ErrorAlert error={locations.error} title="Couldn't load locations" onRetry={() => void locations.refetch()} />
      {locations.data?.length === 0 ? (
        <Text c="dimmed">No locations yet. “Main location” is created when you first add stock.</Text>
      ) : null}
      {locations.data && locations.data.length > 0 ? (
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Locations">
          {locations.data.map((location) => (
            <LocationRow key={location.id} location={location} isFirst={location.id === first?.id} canEdit={canEdit} />
          ))}
        </Stack>
      ) : null}
      {canEdit ? <AddLocation /> : null}
    </Page>
  )
}

function LocationRow({
  location,
  isFirst,
  canEdit,
}: {
  location: InventoryLocation
  isFirst: boolean
  canEdit: boolean
}) {
  const { id, name, active } = location
  const [isRenaming, setIsRenaming] = useState(false)
  const change = useUpdateLocation(id)
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
                Default
              </Badge>
            ) : null}
            {active ? null : (
              <Badge variant="dot" color="gray.5" tt="none" miw="max-content">
                Inactive
              </Badge>
            )}
          </Group>
          {canEdit ? (
            <Group gap="xs">
              <Button size="xs" variant="default" onClick={() => setIsRenaming(true)} aria-label={`Rename ${name}`}>
                Rename
              </Button>
              <Button
                size="xs"
                variant="default"
                loading={change.isPending}
                onClick={() => change.mutate({ active: !active })}
                aria-label={active ? `Deactivate ${name}` : `Reactivate ${name}`}
              >
                {active ? 'Deactivate' : 'Reactivate'}
              </Button>
            </Group>
          ) : null}
        </Group>
        <ErrorAlert
          error={change.error}
          title={active ? `Couldn't deactivate ${name}` : `Couldn't reactivate ${name}`}
        />
      </Stack>
      {isRenaming ? <RenameLocationDialog location={location} onClose={() => setIsRenaming(false)} /> : null}
    </Paper>
  )
}

function AddLocation() {
  const [name, setName] = useState('')
  const [message, setMessage] = useState('')
  const add = useCreateLocation()
  return (
    <Paper withBorder p="md">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const trimmed = name.trim()
          if (!trimmed || add.isPending) return
          add.mutate(trimmed, {
            onSuccess: () => {
              setName('')
              setMessage(`${trimmed} added`)
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
                setMessage('')
                setName(event.currentTarget.value)
              }}
              maxLength={100}
              error={fieldError(add.error, '/name')}
            />
            <Button type="submit" loading={add.isPending} disabled={name.trim() === ''}>
              Add
            </Button>
          </Group>
          <ErrorAlert error={add.error} title="Couldn't add the location" />
          <LiveRegion>
            {message ? (
              <Text size="sm" c="dimmed">
                {message}
              </Text>
            ) : null}
          </LiveRegion>
        </Stack>
      </form>
    </Paper>
  )
}

export function RenameLocationDialog({
  location: { id, name },
  onClose,
}: {
  location: InventoryLocation
  onClose: () => void
}) {
  const [text, setText] = useState(name)
  const change = useUpdateLocation(id)
  const trimmed = text.trim()
  return (
    <FormDialog
      title={`Rename ${name}`}
      mutation={change}
      isReady={trimmed !== '' && trimmed !== name}
      saveLabel="Rename"
      onSave={() => change.mutate({ name: trimmed }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <ErrorAlert error={change.error} title="Couldn't rename the location" />
      <TextInput
        label="Name"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        maxLength={100}
        data-autofocus
      />
    </FormDialog>
  )
}
