import { Badge, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { AskToDelete } from '../parts/ask-to-delete.tsx'
import { RowDeeds } from '../parts/row-deeds.tsx'
import { useLocations } from '../stock/locations.ts'
import { RateDialog } from './rate-dialog.tsx'
import classes from './rate-list.module.css'
import { rateInWords } from './rate-words.ts'
import { type Profile, type Rate, useDelete } from './shipping.ts'

interface Props {
  label: string
  rates: Rate[]
  profiles: Profile[]
  currency: string
  mayChange: boolean
  onNews: (news: string) => void
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

function RateRow({ rate, profiles, currency, mayChange, onNews }: Omit<Props, 'label' | 'rates'> & { rate: Rate }) {
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const close = (news?: string) => {
    setDialog(undefined)
    if (news) onNews(news)
  }
  const profile = profiles.find(({ id }) => id === rate.profileId)
  return (
    <li className={classes.row}>
      <Stack gap={2} miw={0} flex="1 1 14rem">
        <Group gap="xs">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {rate.title}
          </Text>
          {profile && !profile.isDefault ? (
            <Badge variant="default" tt="none" miw="max-content">
              {profile.name}
            </Badge>
          ) : null}
        </Group>
        <Text size="sm">{asSentence(rateInWords(rate, currency))}</Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {rate.locationId ? <LocationName id={rate.locationId} /> : `Service ${rate.service}`}
          {rate.description ? ` · ${rate.description}` : null}
        </Text>
      </Stack>
      {mayChange ? (
        <RowDeeds name={rate.title} onEdit={() => setDialog('edit')} onDelete={() => setDialog('delete')} />
      ) : null}
      {dialog === 'edit' ? <RateDialog at={{ rate }} profiles={profiles} currency={currency} onClose={close} /> : null}
      {dialog === 'delete' ? <DeleteRate rate={rate} onClose={close} /> : null}
    </li>
  )
}

function LocationName({ id }: { id: string }) {
  const locations = useLocations()
  return <>{`At ${locations.data?.find((location) => location.id === id)?.name ?? 'a location'}`}</>
}

function DeleteRate({ rate, onClose }: { rate: Rate; onClose: (news?: string) => void }) {
  const remove = useDelete('rate', rate)
  return (
    <AskToDelete
      name={rate.title}
      consequence="Buyers can't choose it any more. Prices that were quoted for it a moment ago hold until they end."
      deleting={remove}
      onDelete={() => remove.mutate(undefined, { onSuccess: () => onClose(`“${rate.title}” is deleted.`) })}
      onClose={() => onClose()}
    />
  )
}

const asSentence = (words: string) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
