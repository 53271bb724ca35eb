import { Badge, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocations } from '../inventory/locations.ts'
import { ConfirmDelete } from '../ui/dialog.tsx'
import { RowActions } from '../ui/row-actions.tsx'
import { capitalize } from '../ui/text.ts'
import { RateDialog } from './rate-dialog.tsx'
import { formatRate } from './rate-labels.ts'
import classes from './rate-list.module.css'
import { type ShippingProfile, type ShippingRate, shippingRates } from './shipping.ts'

interface Props {
  label: string
  rates: ShippingRate[]
  profiles: ShippingProfile[]
  currency: string
  canEdit: boolean
  onMessage: (message: string) => void
}

export function RateList({ label, rates, ...rest }: Props) {
  return (
    <ul className={classes.list} aria-label={label}>
      {rates.map((rate) => (
        <RateRow key={rate.id} rate={rate} {...rest} />
      ))}
    </ul>
  )
}

function RateRow({
  rate,
  profiles,
  currency,
  canEdit,
  onMessage,
}: Omit<Props, 'label' | 'rates'> & { rate: ShippingRate }) {
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const close = (message?: string) => {
    setDialog(undefined)
    if (message) onMessage(message)
  }
  const profile = profiles.find(({ id }) => id === rate.profileId)
  return (
    <li className={classes.row}>
      <Stack gap={2} miw={0} flex="1 1 14rem">
        <Group gap="xs">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {rate.title}
          </Text>
          {profile && !profile.default ? (
            <Badge variant="default" tt="none" miw="max-content">
              {profile.name}
            </Badge>
          ) : null}
        </Group>
        <Text size="sm">{capitalize(formatRate(rate, currency))}</Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {rate.locationId ? <LocationName id={rate.locationId} /> : `Service: ${rate.service}`}
          {rate.description ? ` · ${rate.description}` : null}
        </Text>
      </Stack>
      {canEdit ? (
        <RowActions name={rate.title} onEdit={() => setDialog('edit')} onDelete={() => setDialog('delete')} />
      ) : null}
      {dialog === 'edit' ? (
        <RateDialog target={{ rate }} profiles={profiles} currency={currency} onClose={close} />
      ) : null}
      {dialog === 'delete' ? <DeleteRateDialog rate={rate} onClose={close} /> : null}
    </li>
  )
}

function LocationName({ id }: { id: string }) {
  const locations = useLocations()
  return <>{`At ${locations.data?.find((location) => location.id === id)?.name ?? 'a location'}`}</>
}

function DeleteRateDialog({ rate, onClose }: { rate: ShippingRate; onClose: (message?: string) => void }) {
  const remove = shippingRates.useDelete(rate.id, { version: rate.version })
  return (
    <ConfirmDelete
      name={rate.title}
      consequence="Customers can no longer choose it. Prices already quoted stay valid until they expire."
      mutation={remove}
      onDelete={() => remove.mutate(undefined, { onSuccess: () => onClose(`Rate “${rate.title}” deleted`) })}
      onClose={() => onClose()}
    />
  )
}
