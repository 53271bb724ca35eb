import { Alert, Button, Divider, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useId, useState } from 'react'
import { formatArea } from '../areas/areas.ts'
import { ConfirmDelete } from '../ui/dialog.tsx'
import { RowActions } from '../ui/row-actions.tsx'
import { RateDialog } from './rate-dialog.tsx'
import { RateList } from './rate-list.tsx'
import { type ShippingProfile, type ShippingRate, type ShippingZone, shippingZones } from './shipping.ts'
import { ZoneDialog } from './zone-dialog.tsx'

interface Props {
  zone: ShippingZone
  rates: ShippingRate[]
  profiles: ShippingProfile[]
  currency: string
  canEdit: boolean
  onMessage: (message: string) => void
}

export function ZoneCard({ zone, rates, profiles, currency, canEdit, onMessage }: Props) {
  const id = useId()
  const [dialog, setDialog] = useState<'edit' | 'delete' | 'rate'>()
  const close = (message?: string) => {
    setDialog(undefined)
    if (message) onMessage(message)
  }
  return (
    <Paper component="section" aria-labelledby={id} withBorder p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Stack gap={2} miw={0} flex="1 1 14rem">
            <Title order={3} size="h5" id={id} style={{ overflowWrap: 'anywhere' }}>
              {zone.name}
            </Title>
            <ZoneAreas zone={zone} />
          </Stack>
          {canEdit ? (
            <RowActions name={zone.name} onEdit={() => setDialog('edit')} onDelete={() => setDialog('delete')} />
          ) : null}
        </Group>
        <Divider />
        {rates.length > 0 ? (
          <RateList label={`Rates of ${zone.name}`} {...{ rates, profiles, currency, canEdit, onMessage }} />
        ) : (
          <Alert color="orange">No rates yet. Customers in this zone can't choose shipping.</Alert>
        )}
        {canEdit ? (
          <Button
            size="xs"
            style={{ alignSelf: 'flex-start' }}
            variant={rates.length > 0 ? 'default' : 'filled'}
            onClick={() => setDialog('rate')}
            aria-label={`Add rate to ${zone.name}`}
          >
            Add rate
          </Button>
        ) : null}
      </Stack>
      {dialog === 'edit' ? <ZoneDialog zone={zone} onClose={close} /> : null}
      {dialog === 'delete' ? <DeleteZoneDialog zone={zone} rateCount={rates.length} onClose={close} /> : null}
      {dialog === 'rate' ? (
        <RateDialog target={{ zone }} profiles={profiles} currency={currency} onClose={close} />
      ) : null}
    </Paper>
  )
}

const MAX_SHOWN_AREAS = 12

/** Collapses long lists of countries. */
function ZoneAreas({ zone: { name, areas } }: { zone: ShippingZone }) {
  const [isExpanded, setIsExpanded] = useState(false)
  const names = areas.map(formatArea).sort((one, other) => one.localeCompare(other))
  const visible = isExpanded ? names : names.slice(0, MAX_SHOWN_AREAS)
  const hiddenCount = names.length - visible.length
  return (
    <>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {visible.join(', ')}
      </Text>
      {hiddenCount > 0 ? (
        <Button
          size="compact-xs"
          variant="subtle"
          px={0}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setIsExpanded(true)}
          aria-label={`Show ${hiddenCount} more areas of ${name}`}
        >
          {`Show ${hiddenCount} more`}
        </Button>
      ) : null}
    </>
  )
}

interface DeleteZoneDialogProps {
  zone: ShippingZone
  rateCount: number
  onClose: (message?: string) => void
}

function DeleteZoneDialog({ zone, rateCount, onClose }: DeleteZoneDialogProps) {
  const remove = shippingZones.useDelete(zone.id, { version: zone.version })
  const rateWarning =
    rateCount === 0 ? '' : rateCount === 1 ? 'Its rate is deleted too. ' : `Its ${rateCount} rates are deleted too. `
  return (
    <ConfirmDelete
      name={zone.name}
      consequence={`${rateWarning}Customers in this zone can't choose shipping, unless another zone matches their address.`}
      mutation={remove}
      onDelete={() => remove.mutate(undefined, { onSuccess: () => onClose(`Zone “${zone.name}” deleted`) })}
      onClose={() => onClose()}
    />
  )
}
