import { Alert, Button, Group, NumberInput, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useDesk } from '../access/desk.ts'
import { manages } from '../access/me.ts'
import { Failure } from '../parts/failure.tsx'
import { Live } from '../parts/live.tsx'
import { CURRENCIES } from '../parts/money.ts'
import { type SettingsChanges, useChangeSettings, type WorkspaceSettings } from './workspace-settings.ts'

const TIME_ZONES = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]
const FIELDS = ['name', 'currency', 'timeZone', 'uniqueSkus', 'maxQuantityPerOrder', 'reservationMinutes'] as const

const trimmed = <Value,>(value: Value) => (typeof value === 'string' ? value.trim() : value)

/** Only what was changed is sent: two people may be here at once. */
export function SettingsForm({ settings }: { settings: WorkspaceSettings }) {
  const { workspace } = useDesk()
  const mayChange = manages(workspace.role)
  const [edits, setEdits] = useState<Partial<SettingsChanges>>({})
  const change = useChangeSettings()
  const shown = { ...settings, ...edits }
  const changes = Object.fromEntries(
    FIELDS.filter((field) => shown[field] !== settings[field]).map((field) => [field, trimmed(shown[field])]),
  )
  const edit = (edited: Partial<SettingsChanges>) => {
    change.reset()
    setEdits({ ...edits, ...edited })
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate(changes, { onSuccess: () => setEdits({}) })
      }}
    >
      <Stack gap="md">
        {mayChange ? null : (
          <Text
            size="sm"
            c="dimmed"
          >{`Only owners and admins change these. Your role here is ${workspace.role}.`}</Text>
        )}
        <TextInput
          label="Name"
          value={shown.name}
          onChange={(event) => edit({ name: event.currentTarget.value })}
          maxLength={100}
          required
          withAsterisk={false}
          readOnly={!mayChange}
        />
        <Select
          label="Currency"
          data={CURRENCIES}
          value={shown.currency}
          onChange={(currency) => currency && edit({ currency })}
          searchable
          allowDeselect={false}
          nothingFoundMessage="No such currency"
          readOnly={!mayChange}
        />
        <Select
          label="Time zone"
          data={TIME_ZONES.includes(shown.timeZone) ? TIME_ZONES : [shown.timeZone, ...TIME_ZONES]}
          value={shown.timeZone}
          onChange={(timeZone) => timeZone && edit({ timeZone })}
          searchable
          allowDeselect={false}
          nothingFoundMessage="No such time zone"
          readOnly={!mayChange}
        />
        <Switch
          label="Unique SKUs"
          description="Every variant has a SKU of its own. Turn it on once no two variants share one."
          checked={shown.uniqueSkus}
          onChange={(event) => edit({ uniqueSkus: event.currentTarget.checked })}
          disabled={!mayChange}
        />
        <NumberInput
          label="Maximum quantity per order"
          description="How many units of a product one order can contain. A product’s own limit takes precedence."
          value={shown.maxQuantityPerOrder ?? ''}
          onChange={(value) => edit({ maxQuantityPerOrder: typeof value === 'number' ? value : null })}
          placeholder="No limit"
          min={1}
          max={9999}
          allowDecimal={false}
          readOnly={!mayChange}
        />
        <NumberInput
          label="Reserve stock at checkout for"
          description="Until the customer starts to pay."
          value={shown.reservationMinutes}
          onChange={(value) => typeof value === 'number' && edit({ reservationMinutes: value })}
          suffix=" minutes"
          min={1}
          max={60}
          allowDecimal={false}
          readOnly={!mayChange}
        />
        <Failure error={change.error} title="The changes were not saved" />
        <Live>{change.isSuccess ? <Alert color="green">Saved.</Alert> : null}</Live>
        {mayChange ? (
          <Group justify="flex-end">
            <Button
              type="submit"
              loading={change.isPending}
              disabled={Object.keys(changes).length === 0 || shown.name.trim() === ''}
            >
              Save
            </Button>
          </Group>
        ) : null}
      </Stack>
    </form>
  )
}
