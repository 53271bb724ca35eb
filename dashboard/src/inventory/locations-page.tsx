import { Alert, Badge, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useWorkspace } from '../session.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { ErrorAlert, LiveRegion, Loading } from '../ui/feedback.tsx'
import { fieldError } from '../ui/field-errors.ts'
import { Row, RowList } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { type InventoryLocation, locations } from './locations.ts'

export function LocationsPage() {
  const { workspace } = useWorkspace()
  const list = locations.useList()
  const canEdit = workspace.role !== 'viewer'
  const first = list.data?.find(({ active }) => active)
  return (
    <Page
      title="Locations"
      about="Where you store stock, such as warehouses and shops. The default location is used when none is specified."
    >
      {canEdit ? null : <Alert color="blue">Your role is viewer. You can view this page but not make changes.</Alert>}
      {list.isPending ? <Loading what="the locations" /> : null}
      <ErrorAlert error={list.error} title="Couldn't load locations" onRetry={() => void list.refetch()} />
      {list.data?.length === 0 ? (
        <Text c="dimmed">No locations yet. “Main location” is created when you first add stock.</Text>
      ) : null}
      {list.data && list.data.length > 0 ? (
        <RowList label="Locations">
          {list.data.map((location) => (
            <LocationRow key={location.id} location={location} isFirst={location.id === first?.id} canEdit={canEdit} />
          ))}
        </RowList>
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
  const change = locations.useUpdate(id)
  return (
    <Row>
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
    </Row>
  )
}

function AddLocation() {
  const [name, setName] = useState('')
  const [message, setMessage] = useState('')
  const add = locations.useCreate()
  return (
    <Paper withBorder p="md">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const trimmed = name.trim()
          if (!trimmed || add.isPending) return
          add.mutate(
            { name: trimmed },
            {
              onSuccess: () => {
                setName('')
                setMessage(`${trimmed} added`)
              },
            },
          )
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

function RenameLocationDialog({
  location: { id, name },
  onClose,
}: {
  location: InventoryLocation
  onClose: () => void
}) {
  const [text, setText] = useState(name)
  const change = locations.useUpdate(id)
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
