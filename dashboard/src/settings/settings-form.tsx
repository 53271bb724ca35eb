import { Alert, Button, Group, NumberInput, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { canManage, useWorkspace } from '../session.ts'
import { ErrorAlert, LiveRegion } from '../ui/feedback.tsx'
import { CURRENCIES } from '../ui/money.ts'
import { useUpdateWorkspaceSettings, type WorkspaceChanges, type WorkspaceSettings } from './workspace-settings.ts'

const TIME_ZONES = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]
const FIELDS = [
  'name',
  'currency',
  'timeZone',
  'storefrontUrl',
  'uniqueSkus',
  'maxQuantityPerOrder',
  'reservationMinutes',
] as const

const trimText = <Value,>(value: Value) => (typeof value === 'string' ? value.trim() : value)

/** Sends only changed fields: two people may edit at once. */
export function SettingsForm({ settings }: { settings: WorkspaceSettings }) {
  const { workspace } = useWorkspace()
  const canEdit = canManage(workspace.role)
  const [edits, setEdits] = useState<WorkspaceChanges>({})
  const update = useUpdateWorkspaceSettings()
  const values = { ...settings, ...edits }
  const changes = Object.fromEntries(
    FIELDS.filter((field) => values[field] !== settings[field]).map((field) => [field, trimText(values[field])]),
  )
  const edit = (changed: WorkspaceChanges) => {
    update.reset()
    setEdits({ ...edits, ...changed })
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        update.mutate(changes, { onSuccess: () => setEdits({}) })
      }}
    >
      <Stack gap="md">
        {canEdit ? null : (
          <Text
            size="sm"
            c="dimmed"
          >{`Only owners and admins can change these settings. Your role is ${workspace.role}.`}</Text>
        )}
        <TextInput
          label="Name"
          value={values.name}
          onChange={(event) => edit({ name: event.currentTarget.value })}
          maxLength={100}
          required
          withAsterisk={false}
          readOnly={!canEdit}
        />
        <Select
          label="Currency"
          data={CURRENCIES}
          value={values.currency}
          onChange={(currency) => currency && edit({ currency })}
          searchable
          allowDeselect={false}
          nothingFoundMessage="No results"
          readOnly={!canEdit}
        />
        <Select
          label="Time zone"
          data={TIME_ZONES.includes(values.timeZone) ? TIME_ZONES : [values.timeZone, ...TIME_ZONES]}
          value={values.timeZone}
          onChange={(timeZone) => timeZone && edit({ timeZone })}
          searchable
          allowDeselect={false}
          nothingFoundMessage="No results"
          readOnly={!canEdit}
        />
        <TextInput
          label="Product page URL"
          description="Where your storefront shows a product. {handle} stands for the product."
          placeholder="https://shop.example/products/{handle}"
          value={values.storefrontUrl ?? ''}
          onChange={(event) => edit({ storefrontUrl: event.currentTarget.value || null })}
          maxLength={500}
          readOnly={!canEdit}
        />
        <Switch
          label="Unique SKUs"
          description="Require a different SKU for every variant. You can turn this on when no variants share a SKU."
          checked={values.uniqueSkus}
          onChange={(event) => edit({ uniqueSkus: event.currentTarget.checked })}
          disabled={!canEdit}
        />
        <NumberInput
          label="Maximum quantity per order"
          description="Maximum units of a product in one order. A product’s own limit takes precedence."
          value={values.maxQuantityPerOrder ?? ''}
          onChange={(value) => edit({ maxQuantityPerOrder: typeof value === 'number' ? value : null })}
          placeholder="No limit"
          min={1}
          max={9999}
          allowDecimal={false}
          readOnly={!canEdit}
        />
        <NumberInput
          label="Reserve stock at checkout for"
          description="Until the customer starts to pay."
          value={values.reservationMinutes}
          onChange={(value) => typeof value === 'number' && edit({ reservationMinutes: value })}
          suffix=" minutes"
          min={1}
          max={60}
          allowDecimal={false}
          readOnly={!canEdit}
        />
        <ErrorAlert error={update.error} title="Couldn't save the settings" />
        <LiveRegion>{update.isSuccess ? <Alert color="green">Settings saved</Alert> : null}</LiveRegion>
        {canEdit ? (
          <Group justify="flex-end">
            <Button
              type="submit"
              loading={update.isPending}
              disabled={Object.keys(changes).length === 0 || values.name.trim() === ''}
            >
              Save
            </Button>
          </Group>
        ) : null}
      </Stack>
    </form>
  )
}
